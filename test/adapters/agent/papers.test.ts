import { expect, test } from 'vitest';
import { citing, goodModel, mind } from '../../support/namedModels';
import { sharedIndex } from '../cli/docmind';
import { askTeam } from './askTeam';

const index = sharedIndex();

/** What a model that understands questions says of one. */
const understood = (profile: object) => ({ when: /JSON/, does: () => `say ${JSON.stringify(profile)}` });

test('the second step of two is built from what the first one found', async () => {
  const model = mind({
    special: [understood({ intent: 'question', complexity: 'COMPLEX' })],
    gather: goodModel([
      { line: 'call searchDocs {"query":"用户认证模块 负责人"}' },
      { line: 'call searchDocs {"query":"$1 入职时间"}', clue: /用户认证模块由(\p{Script=Han}{2})负责/u },
    ]),
    answer: citing('用户认证模块由张三负责[{用户认证模块由张三}]。张三于 2019 年 3 月入职[{2019 年 3 月}]。'),
  });
  const { outcome, of, run } = await askTeam('负责用户认证模块的开发者是哪一年入职的？', model, { index: index() });


  expect(of('tool').map((call) => call.arguments)).toMatchObject([{ query: '用户认证模块 负责人' }, { query: '张三 入职时间' }]);
  expect(outcome).toMatchObject({ route: 'AGENTIC', stopReason: 'answered' });
});
