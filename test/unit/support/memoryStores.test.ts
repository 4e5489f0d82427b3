import { describe } from 'vitest';
import { manifestStoreContract } from '../../support/manifestStoreContract';
import { memoryManifestStore } from '../../support/memoryManifestStore';
import { memoryPostings } from '../../support/memoryPostings';
import { memoryVectorStore } from '../../support/memoryVectorStore';
import { postingsContract } from '../../support/postingsContract';
import { vectorStoreContract } from '../../support/vectorStoreContract';

/** A place in memory is the store itself. */
const inMemory = <Store>(make: () => Store) => async () => {
  const store = make();
  return () => store;
};

describe('manifests in memory', () => {
  manifestStoreContract(inMemory(() => memoryManifestStore()));
});

describe('vectors in memory', () => {
  vectorStoreContract(inMemory(memoryVectorStore));
});

describe('postings in memory', () => {
  postingsContract(inMemory(memoryPostings));
});
