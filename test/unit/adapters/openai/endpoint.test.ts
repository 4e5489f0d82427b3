import { expect, test } from 'vitest';
import { parseApiKey, parseEndpoint } from '../../../../src/adapters/openai/endpoint';

test.each([
  ['http://localhost:11434/v1', 'http://localhost:11434/v1', 'localhost:11434'],
  [' https://tide.example/v1/ ', 'https://tide.example/v1', 'tide.example:443'],
  ['http://tide.example', 'http://tide.example', 'tide.example:80'],
  ['https://tide.example/v1/chat/completions', 'https://tide.example/v1', 'tide.example:443'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1', '[::1]:8080'],
])('%s is read as %s', (url, baseUrl, host) => {
  expect(parseEndpoint(url, 'm')).toEqual({ baseUrl, shown: baseUrl, host, model: 'm' });
});

test('the query is sent, but not shown', () => {
  const { baseUrl, shown } = parseEndpoint('https://tide.example/v1?key=hidden', 'm');
  expect([baseUrl, shown]).toEqual(['https://tide.example/v1?key=hidden', 'https://tide.example/v1']);
});

test.each([
  ['localhost:11434/v1', 'm', /http:\/\//],
  ['', 'm', /http:\/\//],
  ['file:///etc/passwd', 'm', /http:\/\//],
  ['ftp://tide.example', 'm', /http:\/\//],
  ['https://me:secret@tide.example/v1', 'm', /API key/],
  ['https://tide.example/v1', '  ', /name of a model/],
])('the address %j with the model %j is refused', (url, model, message) => {
  expect(() => parseEndpoint(url, model)).toThrow(expect.objectContaining({ code: 'config.invalid' }));
  expect(() => parseEndpoint(url, model)).toThrow(message);
  expect(() => parseEndpoint(url, model)).not.toThrow(/secret/);
});

test.each([
  [undefined, 'none'],
  ['  ', 'none'],
  [' sk-1\n', 'sk-1'],
])('the key %j is sent as %s', (key, expected) => {
  expect(parseApiKey(key)).toBe(expected);
});

test.each(['sk-1\nsk-2', 'schlüssel', 'sk 1'])('the key %j cannot be one, and is not repeated', (key) => {
  expect(() => parseApiKey(key)).toThrow(expect.objectContaining({ code: 'config.invalid' }));
  expect(() => parseApiKey(key)).not.toThrow(key);
});
