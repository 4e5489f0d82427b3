import { hash } from 'node:crypto';
import type { HashText } from '../../model/ports';

/** 128 bits: accidental collisions stay out of reach for any workspace, and a key stays half as long. */
const HEX_DIGITS = 32;

/** The first 128 bits of SHA-256 over the text's UTF-8. */
export const hashText: HashText = (text) => hash('sha256', text, 'hex').slice(0, HEX_DIGITS);

/** The first 128 bits of SHA-256 over the bytes, as 32 hex digits. */
export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, HEX_DIGITS);
}
