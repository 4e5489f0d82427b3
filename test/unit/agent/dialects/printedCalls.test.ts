import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPrintedCalls } from '../../../../src/agent/dialects/printedCalls';
import { toolOffers } from '../../../../src/agent/tools/offers';
import { allTools } from '../tools/support';

const OFFERS = toolOffers({ tools: allTools() });

/** The calls in a text as lines, `malformed`, or nothing. */
function read(text: string): string[] {
  const { calls, isMalformed } = readPrintedCalls(text, OFFERS, (at) => `id${at}`);
  return isMalformed ? ['malformed'] : calls.map(({ name, arguments: written }) => `${name} ${written}`);
}

function check(text: string, ...expected: string[]) {
  expect(read(text), text).toEqual(expected);
}

const LEASES = 'searchDocs {"query":"leases"}';

test('calls in tags, as models were trained to write them', () => {
  check('<tool_call>\n{"name": "searchDocs", "arguments": {"query": "leases"}}\n</tool_call>', LEASES);
  check('<tool_call>{"name": "searchDocs", "arguments": {"query": "leases"}}', LEASES);
  check('<tool_call>{"name": "searchDocs", "parameters": {"query": "leases"}}\n{"name": "readDoc", "arguments": {"doc": "a.md"}}</tool_call>', LEASES, 'readDoc {"doc":"a.md"}');
  check('<tool_call>\n<function=searchDocs>\n<parameter=query>\nleases\n</parameter>\n</function>\n</tool_call>', LEASES);
  check('<function=searchDocs>{"query": "leases"}</function>', 'searchDocs {"query": "leases"}');
  check('<function_calls>\n<invoke name="searchDocs">\n<parameter name="query">leases</parameter>\n</invoke>\n</function_calls>', LEASES);
  check('<tool_call>searchDocs\n<arg_key>query</arg_key>\n<arg_value>leases</arg_value>\n</tool_call>', LEASES);
  check('<function=searchDocs><parameter=query>a < b & "c"</parameter></function>', 'searchDocs {"query":"a < b & \\"c\\""}');
});

test('calls behind the tokens of vendors that a server did not take out', () => {
  check('[TOOL_CALLS][{"name": "searchDocs", "arguments": {"query": "leases"}}]', LEASES);
  check('<|python_tag|>{"name": "searchDocs", "parameters": {"query": "leases"}}<|eom_id|>', LEASES);
  check('<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>searchDocs\n```json\n{"query":"leases"}\n```<｜tool▁call▁end｜>', LEASES);
});

test('actions of ReAct prompts', () => {
  check('<action>searchDocs {"query":"leases"}</action>', LEASES);
  check('<action>searchDocs(query="leases", topK=5)</action>', 'searchDocs {"query":"leases","topK":5}');
  check("<action>searchDocs(query='the \"new\" lease', topK=\"five\")</action>", 'searchDocs {"query":"the \\"new\\" lease","topK":"five"}');
  check('<action>searchDocs("leases")</action>', 'searchDocs "leases"');
  check('<action>searchDocs: leases</action>', 'searchDocs "leases"');
  check('<action>searchDocs({"query":"leases"})</action>', LEASES);
  check('<action>searchDocs(Docker: how to deploy)</action>', 'searchDocs "Docker: how to deploy"');
  check('<action>searchDocs {"query":"leases"}</action>\n<action>keywordSearch {"query":"E_LEASE"}</action>', LEASES, 'keywordSearch {"query":"E_LEASE"}');
  check('Action: searchDocs\nAction Input: {"query":"leases"}', LEASES);
  check('Action: searchDocs\nAction Input: how leases end', 'searchDocs "how leases end"');
  check('<action>{"name": "searchDocs", "arguments": {"query": "leases"}}</action>', LEASES);
  check('<action>```json\n{"tool": "searchDocs", "query": "leases"}\n```</action>', LEASES);
  check('<action>I will use {"name": "searchDocs", "arguments": {"query": "leases"}}</action>', LEASES);
});

test('full-width punctuation and other quotes', () => {
  check('＜action＞searchDocs（query＝“部署 指南”，topK＝3）＜/action＞', 'searchDocs {"query":"部署 指南","topK":3}');
  check('<action>searchDocs｛“query”：“部署”｝</action>', 'searchDocs ｛“query”：“部署”｝');
  check("<tool_call>{'name': 'searchDocs', 'arguments': {'query': 'leases',}}</tool_call>", LEASES);
  check('<action>searchDocs(query：部署指南)</action>', 'searchDocs {"query":"部署指南"}');
});

test('calls that nothing announces, in JSON or on a line of their own', () => {
  check('Let me see.\n```json\n{"name": "searchDocs", "arguments": {"query": "leases"}}\n```', LEASES);
  check('{"tool_calls": [{"type": "function", "function": {"name": "searchDocs", "arguments": "{\\"query\\":\\"leases\\"}"}}]}', LEASES);
  check('{"searchDocs": {"query": "leases"}}', LEASES);
  check('{"action": "searchDocs", "action_input": "leases"}', 'searchDocs leases');
  check('```tool_code\nprint(searchDocs(query="leases"))\n```', LEASES);
  check('我先查一下：\nsearchDocs(query="部署")', 'searchDocs {"query":"部署"}');
});

test('where a tag announces none, the rest of the text is read', () => {
  check('The <action> tag is next.\nsearchDocs(query="f(x)")', 'searchDocs {"query":"f(x)"}');
});

test('a name that no tool has is a call where it is written as one', () => {
  check('<action>getDocumentList</action>', 'getDocumentList {}');
  check('<action>getDocumentList {"all": true}</action>', 'getDocumentList {"all": true}');
  check('{"name": "getDocumentList", "arguments": {"all": true}}', 'getDocumentList {"all":true}');
});

test('what is no call is none', () => {
  check('');
  check('The answer is 90 s [1].');
  check('{"name": "docmind", "version": "0.1.0"}');
  check('You could call searchDocs(query="x") for that.');
  check('The type `Array<Action>` and {braces} and "quotes.');
  check('In the manifest, <action android:name="VIEW"> stands in <intent-filter>.');
  check('Its <action> says what to do.\nAction: none of these.');
  check('foo(bar)\nif (x) { y() }');
});

test('a call that is announced and cannot be read is malformed', () => {
  check('<tool_call>{"name": </tool_call>', 'malformed');
  check('<tool_call>', 'malformed');
  check('<tool_call>I think the answer is 90 s, because the lease says so.</tool_call>', 'malformed');
  check('<function=>', 'malformed');
  check('[TOOL_CALLS] 没有', 'malformed');
});

test('a string may have braces, and an object may lack its end', () => {
  check('<tool_call>{"name": "searchDocs", "arguments": {"query": "a } b { c"}}</tool_call>', 'searchDocs {"query":"a } b { c"}');
  check('{"name": "searchDocs", "arguments": {"query": "leases"', LEASES);
});

test('a reply that does not stop calling is cut', () => {
  expect(read('<action>searchDocs {"query":"a"}</action>'.repeat(500))).toHaveLength(24);
});

test('any text is read, in time that grows no faster than it', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('<action>', '</action>', '<tool_call>', '{', '}', '"', '\\', '(', ')', 'searchDocs', '<parameter=', 'Action:', '<arg_key>', ' ', '\n', '“', '：'));
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    for (const line of read(pieces.join(''))) {
      expect(typeof line).toBe('string');
    }
  }), { numRuns: 300 });
  for (const hostile of ['<action>', '{', '"', '{"', '\\"', '<parameter=a>', 'Action:', '(', 'a(', '<function=', ' ', '<arg_key>a</arg_key>', "{'", 'searchDocs(x="', '“', '<action>searchDocs(a="\\']) {
    read(hostile.repeat(300_000 / hostile.length));
    read(`<action>searchDocs(${hostile.repeat(300_000 / hostile.length)}`);
  }
});
