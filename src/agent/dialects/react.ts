import type { ToolCall, ToolOffer } from '../../model/ports';
import type { Dialect } from './dialect';
import { callId } from './dialect';
import { ownWords } from './ownWords';
import { readPrintedCalls } from './printedCalls';

/** A model that says this wants nothing more. */
const DONE = /^(?:done|finish(?:ed)?|none|nothing|stop|end|no_?action|final_?answer|null)$/i;

/** An action that is no call, in either language. */
const EMPTY_ACTION = /[<＜]action[>＞]\s{0,40}(?:无|没有|完成|结束|(?:done|none|nothing|n\/a)[.。]?)?\s{0,40}[<＜]\/action[>＞]/giu;

const ACTION = /[<＜]action\s{0,9}[>＞]/iu;

/** Where a model begins to make up what a tool would say. */
const OBSERVATION = /[<＜]observation|^[^\S\n]{0,40}Observation\s{0,9}[:：]/imu;

/** Text with a thought, an action and an observation, for models that cannot call tools. */
export const react: Dialect = {
  name: 'react',
  rules: (offers) => [FORM, 'Tools, each with the JSON schema of its arguments:', ...offers.map(describe), EXAMPLE].join('\n\n'),
  offer: () => ({ stop: ['<observation>'] }),
  read: ({ text }, { offers, round }) => {
    const [own = ''] = text.split(OBSERVATION, 1);
    const meant = own.replace(EMPTY_ACTION, '');
    const { calls, isMalformed } = readPrintedCalls(meant, offers, (at) => callId(round, at));
    const isTool = ({ name }: ToolCall) => !DONE.test(name) || offers.some((offer) => offer.name === name);
    return { text: thoughtOf(own), calls: calls.filter(isTool), isMalformed: isMalformed || (calls.length === 0 && ACTION.test(meant)) };
  },
  writeSaid: ({ text, calls }) => ({
    role: 'assistant',
    content: [...(text === '' ? [] : [`<thinking>\n${text}\n</thinking>`]), ...(calls.length === 0 ? [NOTHING_MORE] : calls.map(writeCall))].join('\n'),
  }),
  writeResults: (results) => [
    {
      role: 'user',
      content: results.map(({ call, content }) => `<observation>\n${call.name}: ${withoutTags(content)}\n</observation>`).join('\n'),
    },
  ],
  form: 'That action could not be read, and nothing was looked up. Write an action in exactly this form, with the name of a tool and one JSON object: <action>searchDocs {"query": "…"}</action>. If nothing more is to be looked up, write <action>done</action>.',
  // Models that need this form are small: more of it and they lose the thread.
  resultSize: { maxShown: 4, maxTokens: 1_400 },
};

const NOTHING_MORE = '<action>done</action>';

const FORM = `Write in this form and in no other:
<thinking>
1. What is known, and what is missing. A few numbered steps, five at most, each one line.
</thinking>
<action>toolName {"argument": "value"}</action>
Several <action> lines may follow each other. Then end: what the tools give comes in <observation>, which you never write yourself. When nothing more is to be looked up, write ${NOTHING_MORE}.`;

const EXAMPLE = `An example, of another question: in which year did the maintainer of the billing module join?
<thinking>
1. Who maintains the billing module is not known: the name comes first.
</thinking>
<action>searchDocs {"query": "billing module maintainer"}</action>
<observation>
searchDocs: [1] owners.md: "billing: Mei Lindqvist"
</observation>
<thinking>
1. It is Mei Lindqvist. Next is when Mei Lindqvist joined, so the name is what to search for.
</thinking>
<action>searchDocs {"query": "Mei Lindqvist joined"}</action>
<observation>
searchDocs: [2] people.md: "Mei Lindqvist, with us since 2019"
</observation>
<thinking>
1. Both facts are there.
</thinking>
${NOTHING_MORE}`;

function describe({ name, description, parameters }: ToolOffer): string {
  return `${name}: ${description}\nArguments: ${JSON.stringify(parameters)}`;
}

function writeCall({ name, arguments: written }: ToolCall): string {
  return `<action>${withoutTags(`${name} ${written}`.toWellFormed())}</action>`;
}

/** Steps of a thought that are kept: a longer one does not get better, and distracts in the next round. */
const MAX_STEPS = 5;

/** The thought, cut. What stands outside of it is nothing that the next round needs. */
function thoughtOf(text: string): string {
  const [, thought] = /[<＜]think(?:ing)?[>＞]([^]*?)(?:[<＜]\/think(?:ing)?[>＞]|[<＜]action|$)/iu.exec(text) ?? [];
  const steps = [...(thought ?? '').matchAll(/(?:^|\n)\s{0,40}\d{1,3}\s{0,9}[.．、)）:：]/gu)];
  return withoutTags(ownWords((thought ?? '').slice(0, steps[MAX_STEPS]?.index)));
}

/** A text that stands between our tags cannot close them. */
function withoutTags(text: string): string {
  return text.replace(/[<＜](\/?(?:thinking|action|observation))\b[^<>＜＞]{0,100}[>＞]?/giu, '‹$1›');
}
