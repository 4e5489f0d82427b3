import { expect, test } from 'vitest';
import manifest from '../../../package.json';
import english from '../../../package.nls.json';
import chinese from '../../../package.nls.zh-cn.json';
import { DEFAULT_SETTINGS, modelEndpoint, parseSettings, SETTING_NAMES } from '../../../src/app/settings';

test('defaults are those that package.json declares, for the same settings', () => {
  const declared = Object.entries(manifest.contributes.configuration.properties).map(([name, { default: value }]) => [
    name.replace('docmind.', ''),
    value,
  ]);
  expect(Object.fromEntries(declared)).toEqual(DEFAULT_SETTINGS);
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

test('every text of the manifest exists in English and Chinese, and none is left over', () => {
  const used = [...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/gu)].map(([, key]) => key);
  expect(Object.keys(english).sort()).toEqual([...new Set(used)].sort());
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
});
