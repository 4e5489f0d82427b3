/** Everything that a terminal obeys instead of showing it, but for line breaks and tabs. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = '\u2421';

/**
 * A text that is safe on a terminal: names and contents of files, and what servers say, may hold escapes that move the
 * cursor, rename the window or write to the clipboard. They are shown as the pictures of control characters.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROLS, (control) => {
    const code = control.charCodeAt(0);
    return code < 32 ? String.fromCharCode(PICTURES + code) : code === DELETE ? PICTURE_OF_DELETE : '\ufffd';
  });
}
