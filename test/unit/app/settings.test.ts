import { expect, test } from 'vitest';
import manifest from '../../../package.json';
import english from '../../../package.nls.json';
import chinese from '../../../package.nls.zh-cn.json';
import { parseRecovery } from '../../../src/agent/recovery/parseRecovery';
import { ASSURANCES, DEFAULT_SETTINGS, DIALECTS, embeddingModel, MAX_ROUNDS, modelEndpoint, parseSettings, SETTING_NAMES } from '../../../src/app/settings';
import { FAILURE_CLASSES, RECOVERY_ACTIONS, TERMINAL_ACTIONS } from '../../../src/model/failure';

test('defaults are those that package.json declares, for the same settings', () => {
  const declared = Object.entries(manifest.contributes.configuration.properties).map(([name, { default: value }]) => [
    name.replace('docmind.', ''),
    value,
  ]);
  expect(Object.fromEntries(declared)).toEqual(DEFAULT_SETTINGS);
});

test('the editor offers what can be set, and nothing else', () => {
  const { properties } = manifest.contributes.configuration;
  expect(properties['docmind.assurance'].enum).toEqual(ASSURANCES);
  expect(properties['docmind.model.dialect'].enum).toEqual(DIALECTS);
  expect(properties['docmind.agentic.maxRounds']).toMatchObject({ minimum: 1, maximum: MAX_ROUNDS });
  const { propertyNames, additionalProperties: rule } = properties['docmind.recovery'];
  expect([...propertyNames.enum, 'CANCELLED'].sort()).toEqual([...FAILURE_CLASSES].sort());
  expect(rule.properties.primary.enum).toEqual(RECOVERY_ACTIONS);
  expect(rule.properties.fallback.enum).toEqual(RECOVERY_ACTIONS);
  expect(rule.properties.terminal.enum).toEqual(TERMINAL_ACTIONS);
});

test.each([
  ['agentic.maxRounds', 0], ['agentic.maxRounds', 11], ['agentic.maxRounds', 2.5], ['agentic.enabled', 'yes'],
  ['model.dialect', 'json'], ['tools.runCode', 1], ['recovery', ['retry']],
] as const)('%s cannot be %j', (name, value) => {
  const { settings, problems } = parseSettings({ [name]: value });
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(problems).toHaveLength(1);
});

test('the example of docmind.recovery is one that can be used as it stands', () => {
  for (const texts of [english, chinese]) {
    const example = /`(\{.*\})`/u.exec(texts['docmind.setting.recovery'])?.[1] ?? '';
    expect(parseRecovery(JSON.parse(example)).problems).toEqual([]);
  }
});

test('a bad value is its default and a sentence that names it; the others stand', () => {
  const { settings, problems } = parseSettings({ 'model.baseUrl': 'ftp://x', 'model.name': 'm', 'index.maxFileSize': -1 });
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, 'model.name': 'm' });
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain('docmind.model.baseUrl');
  expect(problems[1]).toContain('docmind.index.maxFileSize');
});

test('anything at all parses without throwing', () => {
  for (const value of [null, undefined, 1, 'x', [], {}, Number.NaN, [[]]]) {
    const { settings } = parseSettings(Object.fromEntries(SETTING_NAMES.map((name) => [name, value])));
    expect(Object.keys(settings)).toEqual(SETTING_NAMES);
  }
});

test('a model is set up only when both address and name are', () => {
  const set = (baseUrl: string, name: string) =>
    modelEndpoint(parseSettings({ 'model.baseUrl': baseUrl, 'model.name': name }).settings);
  expect(set('http://localhost:1/v1', 'm')).toEqual({ baseUrl: 'http://localhost:1/v1', name: 'm' });
  expect(set('http://localhost:1/v1', '')).toBeUndefined();
  expect(set('', 'm')).toBeUndefined();
});

test('passages are embedded elsewhere only where both address and model are named, and never by a workspace', () => {
  const set = (baseUrl: string, model: string) =>
    embeddingModel(parseSettings({ 'embedding.baseUrl': baseUrl, 'embedding.model': model }).settings);
  expect(set('http://localhost:1/v1', 'm')).toEqual({ baseUrl: 'http://localhost:1/v1', name: 'm' });
  expect([set('http://localhost:1/v1', ''), set('', 'm'), set('file:///etc', 'm')]).toEqual([undefined, undefined, undefined]);
  const { properties } = manifest.contributes.configuration;
  expect([properties['docmind.embedding.baseUrl'].scope, properties['docmind.embedding.model'].scope]).toEqual(['machine', 'machine']);
});

test('every text of the manifest exists in English and Chinese, and none is left over', () => {
  const used = [...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/gu)].map(([, key]) => key);
  expect(Object.keys(english).sort()).toEqual([...new Set(used)].sort());
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
});
