import type { Intent } from '../src/protocol/intent';
import { reduceView } from '../src/protocol/reduceView';
import type { ViewEvent } from '../src/protocol/viewEvent';
import { EMPTY_VIEW, type SourceView, type ViewState } from '../src/protocol/viewState';
import { intentOf } from './actions';
import { createAnnouncer } from './behaviour/announcer';
import { type CitationName, nameOf, showOnHover } from './behaviour/hover';
import { createCitationCard } from './components/citationCard';
import { createComposer, hasRunningTurn } from './components/composer';
import { createHeader } from './components/header';
import { createTranscript } from './components/transcript';
import { connectHost } from './host';
import { t } from './l10n';

const host = connectHost();
let state: ViewState = EMPTY_VIEW;
let shownTurns = 0;
let unseen: ViewEvent[] = [];

const header = createHeader();
const transcript = createTranscript();
const composer = createComposer(host.draft, {
  onSend: (text) => { host.post({ type: 'ask', text }); },
  onDraft: host.saveDraft,
});
const card = createCitationCard();
const announcer = createAnnouncer(transcript.textOf);

/** Shows the state; at most once per frame, however fast the answer streams. */
function render(): void {
  const focused = document.activeElement;
  header.update(state.index);
  transcript.update(state);
  composer.update(state);
  updateCard();
  const isNewChat = state.turns.length === 0 && shownTurns > 0;
  // Without the focus there is none to keep: taking it would interrupt whoever types elsewhere in the window.
  if (document.hasFocus() && (focused?.isConnected === false || isNewChat)) {
    composer.focus();
  }
  shownTurns = state.turns.length;
  unseen.forEach(announcer.hear);
  unseen = [];
}

/** An open card shows what its source has become, where its citation is now. */
function updateCard(): void {
  const source = card.anchor && sourceOf(nameOf(card.anchor));
  if (source !== undefined) {
    card.update(source);
  }
  card.follow();
}

function sourceOf({ turnId, n }: CitationName): SourceView | undefined {
  return state.turns.find((turn) => turn.id === turnId)?.sources.find((source) => source.n === n);
}

/** Asks it of the host, unless it is to open a note: that opens nowhere, its card is all there is to see. */
function carryOut(intent: Intent, target: Element): void {
  const source = intent.type === 'openCitation' ? sourceOf(intent) : undefined;
  const citation = target.closest<HTMLElement>('[data-n]');
  if (citation !== null && source?.origin?.kind === 'memory') {
    card.show(citation, source);
  } else {
    host.post(intent);
  }
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  const intent = intentOf(target, event.altKey || event.ctrlKey || event.metaKey);
  if (intent !== undefined) {
    event.preventDefault();
    // VS Code listens for clicks on links further out and would open them by itself, once more.
    event.stopPropagation();
    card.hide();
    carryOut(intent, target);
  } else if (target.closest('.copy-code') !== null) {
    const code = target.closest('.code')?.querySelector('code')?.textContent ?? '';
    void navigator.clipboard.writeText(code).then(() => { announcer.say(t.copied); });
  }
}

/** Whoever comes here by keyboard comes to type; with an open card it is the pointer that came. */
function onWindowFocus(): void {
  if (document.activeElement === document.body && card.anchor === undefined) {
    composer.focus();
  }
}

function onEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !card.hide() && hasRunningTurn(state)) {
    host.post({ type: 'stop' });
  }
}

// The editor may speak a language that the view does not: screen readers take their voice from this.
document.documentElement.lang = t.language;
document.body.append(header.element, transcript.element, composer.element, card.element, announcer.element);
showOnHover(document.body, card, {
  sourceOf,
  onShown: (name) => { host.post({ type: 'checkCitation', ...name }); },
});
document.body.addEventListener('click', onClick);
document.body.addEventListener('auxclick', (event) => {
  if (event.target instanceof Element && event.target.closest('a') !== null) {
    event.preventDefault();
  }
});
document.body.addEventListener('keydown', onEscape);
window.addEventListener('focus', onWindowFocus);
host.onEvent((event) => {
  if (unseen.length === 0) {
    requestAnimationFrame(render);
  }
  unseen.push(event);
  state = reduceView(state, event);
  if (event.type === 'focusQuestion') {
    card.hide();
    composer.focus();
  }
});
render();
if (document.hasFocus()) {
  composer.focus();
}
host.post({ type: 'ready' });
