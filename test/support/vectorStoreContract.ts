import { expect, test } from 'vitest';
import type { VectorStore } from '../../src/model/ports';

const MODEL = { id: 'model-a', dimensions: 3 };
const EAST = Float32Array.of(1, 0, 0);
const NORTH = Float32Array.of(0, 1, 0);
const NORTH_EAST = Float32Array.of(Math.SQRT1_2, Math.SQRT1_2, 0);
const ALL = [
  { key: 'east', vector: EAST },
  { key: 'north', vector: NORTH },
  { key: 'west', vector: Float32Array.of(-1, 0, 0) },
];

/**
 * What every vector store does.
 *
 * @param place - a new, empty place to keep things; gives a function that opens a store there, as after a restart.
 */
export function vectorStoreContract(place: () => Promise<() => VectorStore>) {
  const fresh = async () => {
    const open = await place();
    const reopen = async (model = MODEL) => (await open().open(model)).index;
    return { reopen, index: await reopen() };
  };

  test('an empty index finds nothing', async () => {
    const { index } = await fresh();
    expect(index.size).toBe(0);
    expect(await index.search(EAST, 5)).toEqual([]);
  });

  test('the most similar vectors come first, with their cosines', async () => {
    const { index } = await fresh();
    await index.add(ALL);
    const hits = await index.search(Float32Array.of(2, 0, 0), 3);
    expect(hits.map((hit) => hit.id)).toEqual(['east', 'north', 'west']);
    [1, 0, -1].forEach((cosine, i) => {
      expect(hits[i]!.score).toBeCloseTo(cosine, 2);
    });
  });

  test('no more hits than asked for', async () => {
    const { index } = await fresh();
    await index.add(ALL);
    expect(await index.search(NORTH, 1)).toHaveLength(1);
    expect(await index.search(NORTH, 0)).toEqual([]);
  });

  test('only what is accepted is found, as many as asked for, however far down it stands', async () => {
    const { index } = await fresh();
    await index.add(ALL);
    const isNotEast = (key: string) => key !== 'east';
    expect((await index.search(EAST, 1, isNotEast)).map((hit) => hit.id)).toEqual(['north']);
    expect((await index.search(EAST, 5, isNotEast)).map((hit) => hit.id)).toEqual(['north', 'west']);
    expect(await index.search(EAST, 5, () => false)).toEqual([]);
  });

  test('a key is stored once, with the vector it had first', async () => {
    const { index } = await fresh();
    await index.add([ALL[0]!]);
    await index.add([{ key: 'east', vector: NORTH }, { key: 'new', vector: NORTH_EAST }, { key: 'new', vector: NORTH_EAST }]);
    expect(index.size).toBe(2);
    expect((await index.search(EAST, 2)).map((hit) => hit.id)).toEqual(['east', 'new']);
  });

  test('what is not retained is gone, and what is added later is found', async () => {
    const { index } = await fresh();
    await index.add(ALL);
    await index.retain(new Set(['north', 'unknown']));
    expect([index.size, index.has('north'), index.has('east')]).toEqual([1, true, false]);
    await index.add([{ key: 'east2', vector: EAST }]);
    expect((await index.search(EAST, 5)).map((hit) => hit.id)).toEqual(['east2', 'north']);
  });

  test('what was saved is there after a restart, what was not saved is not', async () => {
    const { index, reopen } = await fresh();
    await index.add(ALL.slice(0, 2));
    await index.save();
    await index.add(ALL.slice(2));
    const again = await reopen();
    expect([again.size, again.has('west')]).toEqual([2, false]);
    expect((await again.search(EAST, 5)).map((hit) => hit.id)).toEqual(['east', 'north']);
  });

  test('everything can be removed for good', async () => {
    const { index, reopen } = await fresh();
    await index.add(ALL);
    await index.save();
    await index.retain(new Set());
    await index.save();
    expect((await reopen()).size).toBe(0);
  });

  test('vectors of another model or other dimensions are not seen', async () => {
    const { index, reopen } = await fresh();
    await index.add(ALL);
    await index.save();
    expect((await reopen({ id: 'model-b', dimensions: 3 })).size).toBe(0);
    expect((await reopen({ id: 'model-a', dimensions: 2 })).size).toBe(0);
    expect((await reopen()).size).toBe(3);
  });

  test.each([
    ['a zero vector', Float32Array.of(0, 0, 0), 'embedding.failed'],
    ['a vector with NaN', Float32Array.of(1, NaN, 0), 'embedding.failed'],
    ['a vector with infinity', Float32Array.of(1, Infinity, 0), 'embedding.failed'],
    ['a vector of other dimensions', Float32Array.of(1, 0), 'index.dimensionMismatch'],
  ])('%s is refused, together with what came with it, and harms nothing', async (_, vector, code) => {
    const { index } = await fresh();
    await index.add([ALL[0]!]);
    await expect(index.add([ALL[1]!, { key: 'bad', vector }])).rejects.toMatchObject({ code });
    await expect(index.search(vector, 1)).rejects.toMatchObject({ code });
    await index.add([ALL[2]!]);
    expect((await index.search(EAST, 5)).map((hit) => hit.id)).toEqual(['east', 'west']);
  });

  test('changes asked for at the same time all happen, in order', async () => {
    const { index, reopen } = await fresh();
    await Promise.all([
      index.add([ALL[0]!]),
      index.add([ALL[1]!]),
      index.retain(new Set(['north'])),
      index.add([ALL[2]!]),
      index.save(),
    ]);
    const again = await reopen();
    expect(['east', 'north', 'west'].filter((key) => again.has(key))).toEqual(['north', 'west']);
  });
}
