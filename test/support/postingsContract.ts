import { expect, test } from 'vitest';
import type { LexicalDocument, PostingsStore } from '../../src/model/ports';

const DOCUMENTS: LexicalDocument[] = [
  { id: 'a', path: 'docs/setup.md', headings: 'Setup', body: 'Install the server with npm and start it.' },
  { id: 'b', path: 'docs/proxy.md', headings: 'Network Proxy', body: 'The server talks to the outside through a gateway.' },
  { id: 'c', path: 'src/main.ts', headings: '', body: 'export function main() { listen(8080); }' },
];

/**
 * What every postings store and its index do.
 *
 * @param place - a new, empty place to keep things; gives a function that opens a store there, as after a restart.
 */
export function postingsContract(place: () => Promise<() => PostingsStore>) {
  const filled = async () => {
    const open = await place();
    const index = open().create();
    index.add(DOCUMENTS);
    return { open, index };
  };
  const ids = (hits: readonly { readonly id: string }[]) => hits.map((hit) => hit.id);

  test('headings, path and body are searched, best first', async () => {
    const { index } = await filled();
    expect(index.size).toBe(3);
    expect(ids(index.search('proxy', 5))).toEqual(['b']);
    expect(ids(index.search('gateway server', 5))).toEqual(['b', 'a']);
    expect(ids(index.search('SETUP', 5))).toEqual(['a']);
    expect(ids(index.search('listen', 5))).toEqual(['c']);
  });

  test('no more hits than asked for, none for words that stand nowhere', async () => {
    const { index } = await filled();
    expect(index.search('server', 1)).toHaveLength(1);
    expect(index.search('server', 0)).toEqual([]);
    expect(index.search('zebra', 5)).toEqual([]);
    expect(index.search('', 5)).toEqual([]);
  });

  test('only what is accepted is found, as many as asked for, with the scores that it has among all', async () => {
    const { index } = await filled();
    const all = index.search('gateway server', 5);
    expect(index.search('gateway server', 1, (id) => id !== 'b')).toEqual(all.filter(({ id }) => id === 'a'));
    expect(index.search('gateway server', 5, () => false)).toEqual([]);
  });

  test('what is removed is not found; unknown ids are passed over', async () => {
    const { index } = await filled();
    index.remove(['b', 'b', 'nobody']);
    expect(index.size).toBe(2);
    expect(ids(index.search('server proxy', 5))).toEqual(['a']);
  });

  test('a document added again takes the place of the one before', async () => {
    const { index } = await filled();
    index.add([{ ...DOCUMENTS[0]!, headings: '', path: 'x.md', body: 'Something else entirely.' }]);
    expect(index.size).toBe(3);
    expect(ids(index.search('npm setup', 5))).toEqual([]);
    expect(ids(index.search('entirely', 5))).toEqual(['a']);
  });

  test('what was saved comes back under its stamp and under no other', async () => {
    const open = await place();
    expect(await open().load('stamp "1"')).toBeUndefined();
    const store = open();
    const own = store.create();
    own.add(DOCUMENTS);
    own.remove(['c']);
    await store.save(own, 'stamp "1"');
    expect(await open().load('stamp "2"')).toBeUndefined();
    const loaded = (await open().load('stamp "1"'))!;
    expect(loaded.size).toBe(2);
    expect(loaded.search('gateway server', 5)).toEqual(own.search('gateway server', 5));
  });

  test('loaded postings can be changed and saved again', async () => {
    const store = (await place())();
    const index = store.create();
    index.add(DOCUMENTS);
    await store.save(index, '1');
    const loaded = (await store.load('1'))!;
    loaded.remove(['a']);
    loaded.add([{ id: 'd', path: 'd.md', headings: 'Zebra', body: '' }]);
    await store.save(loaded, '2');
    const again = (await store.load('2'))!;
    expect([again.size, ids(again.search('zebra', 5)), ids(again.search('npm', 5))]).toEqual([3, ['d'], []]);
  });
}
