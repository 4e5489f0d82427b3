import type { Manifest } from '../../src/model/manifest';
import type { ManifestStore } from '../../src/model/ports';

/** A manifest store in memory. What was saved cannot be changed through what was handed in or out. */
export function memoryManifestStore(saved?: Manifest): ManifestStore {
  let kept = structuredClone(saved);
  return {
    load: () => Promise.resolve(structuredClone(kept)),
    save: (manifest) => {
      kept = structuredClone(manifest);
      return Promise.resolve();
    },
  };
}
