import type { IndexProgress } from '../model/indexReport';

const WORDS: Readonly<Record<IndexProgress['phase'], string>> = {
  listing: 'Listing files',
  reading: 'Reading',
  embedding: 'Embedding passages',
  saving: 'Saving the index',
};

/** One line that keeps its place on a terminal. */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream;
  readonly #enabled: boolean;
  #shown = '';

  constructor(out: NodeJS.WriteStream, wanted: boolean) {
    this.#out = out;
    this.#enabled = wanted && out.isTTY;
  }

  show({ phase, done, total }: IndexProgress): void {
    const share = total === 0 ? '' : ` ${done}/${total}`;
    this.#write(`${WORDS[phase]}${share}`);
  }

  clear(): void {
    if (this.#shown !== '') {
      this.#write('');
    }
  }

  #write(text: string): void {
    if (this.#enabled && text !== this.#shown) {
      this.#out.write(`\r\u001b[2K${text}`);
      this.#shown = text;
    }
  }
}
