/**
 * The question before or after the one in the field, as the arrow keys walk them; empty after the newest.
 *
 * @param questions - of the conversation, oldest first.
 * @returns `undefined` where the key keeps its own meaning: a draft is never replaced.
 */
export function recall(questions: readonly string[], current: string, key: string): string | undefined {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') {
    return undefined;
  }
  // Each question once, where it was asked last: the walk has only the text to know where it stands.
  const history = [...new Set(questions.toReversed())].toReversed();
  const at = current === '' ? history.length : history.indexOf(current);
  if (at < 0) {
    return undefined;
  }
  return key === 'ArrowUp' ? history[at - 1] : (history[at + 1] ?? (at < history.length ? '' : undefined));
}
