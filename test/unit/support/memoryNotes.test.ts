import { memoryNotes } from '../../support/memoryNotes';
import { noteStoreContract } from '../../support/noteStoreContract';

noteStoreContract(() => {
  const store = memoryNotes();
  return Promise.resolve(() => store);
});
