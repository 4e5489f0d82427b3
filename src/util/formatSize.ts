const KB = 1024;
const MB = 1024 * KB;

/** A size for a reader: `44 kB`, `3.1 MB`. */
export function formatSize(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} kB` : `${(bytes / MB).toFixed(1)} MB`;
}
