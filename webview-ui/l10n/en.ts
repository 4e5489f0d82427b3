const count = (n: number): string => n.toLocaleString('en');

const counted = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;

const lines = (start: number, end: number): string => (start === end ? `line ${start}` : `lines ${start}–${end}`);

/** The texts of the view in English; the other languages have the same keys. `language` is their BCP 47 tag. */
export const english = {
  language: 'en',
  title: 'DocMind chat',
  newChat: 'New chat',

  noWorkspace: 'No folder is open',
  starting: 'Opening the index…',
  indexing: { listing: 'Listing files', reading: 'Reading files', embedding: 'Embedding passages', saving: 'Saving the index' },
  progress: (done: number, total: number) => `${count(done)} of ${count(total)}`,
  indexingProgress: 'Indexing progress',
  usable: 'you can ask already',
  ready: (files: number, passages: number) =>
    `${counted(files, 'file', 'files')} · ${counted(passages, 'passage', 'passages')}`,
  failedFiles: (n: number) => `${count(n)} failed – show`,
  indexFailed: 'Indexing failed',
  showReport: 'Show report',

  emptyTitle: 'Ask about this workspace',
  emptyText: 'Answers come from your own documents, and every statement is linked to the lines it rests on.',
  emptyNoWorkspace: 'Open a folder, and DocMind will index its documents by itself.',
  suggestions: 'Suggested questions',

  question: 'Your question',
  placeholder: 'Ask about your documents…',
  send: 'Send',
  stop: 'Stop',
  hintSend: 'Enter to send',
  hintNewLine: 'Shift+Enter for a new line',
  hintRunning: 'Answering – Esc to stop',
  hintNoWorkspace: 'Open a folder to ask about its documents',
  jumpToLatest: 'Jump to latest',
  conversation: 'Conversation',

  you: 'You asked',
  working: 'Working on your question',
  writing: 'Writing the answer',
  steps: (n: number) => counted(n, 'step', 'steps'),
  answer: 'Answer',
  answeredBy: (model: string) => `Answered by ${model}`,
  extracted: 'Extracted from your documents',
  extractedNoModel: 'Extracted from your documents – no language model is set up',
  setUpModel: 'Set up a model',
  nothingFound: 'Nothing in your documents answers this. Try other words, or the name that the documents use.',
  stopped: 'Stopped',
  failed: 'This question could not be answered',
  /** What went wrong, by the code of the failure; the message that comes with it says more. */
  failures: {
    'config.invalid': 'The language model is not set up right',
    'files.notFound': 'There is nothing to answer from',
    'index.corrupt': 'The index is damaged',
    'index.locked': 'The index is in use elsewhere',
    'model.unauthorized': 'The key was refused',
    'model.notFound': 'The language model was not found',
    'model.unreachable': 'The language model cannot be reached',
    'model.rateLimited': 'The language model takes no more requests',
    'model.contextOverflow': 'The question is too long for the language model',
    'model.badResponse': 'The language model did not answer properly',
    'model.contentFilter': 'The answer was withheld by a content filter',
    'model.unsupported': 'The language model cannot do what this needs',
  } as Readonly<Record<string, string>>,
  retry: 'Retry',
  answerWithoutModel: 'Answer without the model',
  copyAnswer: 'Copy answer',
  rememberAnswer: 'Remember this answer',
  copyCode: 'Copy',
  copied: 'Copied',
  plainText: 'text',

  sources: 'Sources',
  alsoRetrieved: (n: number) => `Also retrieved (${count(n)})`,
  lines,
  citation: (n: number, path: string, start: number, end: number) => `Citation ${n}: ${path}, ${lines(start, end)}`,
  webCitation: (n: number, host: string) => `Citation ${n}: web page on ${host}`,
  noteCitation: (n: number, name: string) => `Citation ${n}: note ${name}`,
  web: { short: 'web', long: 'From the web, not from your documents' },
  memory: { short: 'note', long: 'From a note that you saved, not from your documents' },
  check: {
    verified: 'Verified: these lines say so now',
    moved: 'Moved: the text now stands elsewhere',
    changed: 'Changed: the lines differ from what was cited',
    gone: 'Gone: the file is no longer there',
  },
  checkShort: { verified: 'verified', moved: 'moved', changed: 'changed', gone: 'gone' },
  missing: (what: string) => `Not in these lines: ${what}`,
  openHint: 'Click to open · Alt+click to open beside',
  openWebHint: 'Click to open in the browser',
  readHint: '↓ to read here · Esc to close',
  passage: 'Cited passage',

  announceStart: 'Answering.',
  announceEnd: (answer: string) => `Answer finished. ${answer}`,
};

/** Every text of the view that does not come from the host. */
export type Texts = typeof english;
