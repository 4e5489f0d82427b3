import type { DelimiterToken, MarkerCandidate, MarkerToken } from './markerTokens';

/** Takes what is decided, in order. */
export interface MarkerSink {
  text(raw: string): void;
  marker(marker: MarkerCandidate): void;
}

/** A queued token with what later tokens say about it. */
interface Entry {
  readonly token: MarkerToken;
  readonly line: number;
  /** Of a bracket: the place of the token after its link text, `none` if it begins no link, undefined while open. */
  linkEnd: number | 'none' | undefined;
}

/** Places of the closers of one key, the first `passed` of which lie behind the head. */
interface Closers {
  readonly places: number[];
  passed: number;
}

/**
 * Decides which markers of a paragraph count. Whether a marker after a backtick stands in code depends on a second
 * backtick that may or may not come; until then the marker waits here, and everything after it. Every token is looked at
 * a bounded number of times, so the cost is linear whatever the text.
 */
export class MarkerQueue {
  readonly #sink: MarkerSink;
  readonly #closers = new Map<string, Closers>();
  readonly #entries: Entry[] = [];
  #openBrackets: Entry[] = [];
  /** First token that is not decided. */
  #head = 0;
  /** First token that is not sent: ahead of the head where only text follows an undecided opener. */
  #sent = 0;
  #line = 0;

  constructor(sink: MarkerSink) {
    this.#sink = sink;
  }

  add(token: MarkerToken): void {
    // Where everything before is sent, text can follow, whatever becomes of the regions that are open.
    if ((token.kind === 'text' && this.#sent === this.#entries.length) || (token.kind === 'marker' && this.#entries.length === 0)) {
      this.#send(token);
      return;
    }
    const entry: Entry = { token, line: this.#line, linkEnd: undefined };
    if (token.kind === 'bracket') {
      this.#openBrackets.push(entry);
    } else if (token.kind === 'delimiter' && token.closes) {
      this.#closersOf(token.key).places.push(this.#entries.length);
    }
    this.#entries.push(entry);
    this.#drain(false);
  }

  /** A `]`: ends the innermost open bracket, as the text of a link if a target follows. The `]` itself is added next. */
  closeBracket(isLink: boolean): void {
    const opener = this.#openBrackets.pop();
    if (opener !== undefined) {
      opener.linkEnd = isLink ? this.#entries.length : 'none';
    }
  }

  /** Decides what cannot cross lines. */
  endLine(): void {
    for (const bracket of this.#openBrackets) {
      bracket.linkEnd = 'none';
    }
    this.#openBrackets = [];
    this.#line++;
    this.#drain(false);
  }

  /** Decides everything: nothing crosses the end of a paragraph. */
  endParagraph(): void {
    this.endLine();
    this.#drain(true);
  }

  #drain(isOver: boolean): void {
    for (let entry = this.#entries[this.#head]; entry !== undefined; entry = this.#entries[this.#head]) {
      const end = this.#regionEnd(entry, isOver);
      if (end === 'undecided') {
        this.#sendText();
        return;
      }
      if (end === 'none') {
        this.#sendDecided(entry);
        this.#head++;
      } else {
        this.#sendRaw(end);
        this.#head = end;
      }
    }
    this.#reset();
  }

  /** The place after the region that the head opens. */
  #regionEnd({ token, line, linkEnd }: Entry, isOver: boolean): number | 'none' | 'undecided' {
    switch (token.kind) {
      case 'bracket':
        return linkEnd ?? 'undecided';
      case 'delimiter': {
        const closer = token.opens ? this.#nextCloser(token, line) : undefined;
        const cannotClose = !token.opens || isOver || (token.inLine && line < this.#line);
        return closer === undefined ? (cannotClose ? 'none' : 'undecided') : closer + 1;
      }
      case 'text':
      case 'marker':
        return 'none';
    }
  }

  #nextCloser({ key, inLine }: DelimiterToken, line: number): number | undefined {
    const closers = this.#closersOf(key);
    while ((closers.places[closers.passed] ?? Infinity) <= this.#head) {
      closers.passed++;
    }
    const place = closers.places[closers.passed];
    return place === undefined || (inLine && this.#entries[place]?.line !== line) ? undefined : place;
  }

  #closersOf(key: string): Closers {
    const known = this.#closers.get(key);
    if (known !== undefined) {
      return known;
    }
    const closers: Closers = { places: [], passed: 0 };
    this.#closers.set(key, closers);
    return closers;
  }

  /** What is no marker reads the same however the region is decided, so it need not wait. */
  #sendText(): void {
    for (let token = this.#entries[this.#sent]?.token; token !== undefined; token = this.#entries[this.#sent]?.token) {
      if (token.kind === 'marker') {
        return;
      }
      this.#sink.text(token.raw);
      this.#sent++;
    }
  }

  #sendDecided({ token }: Entry): void {
    if (this.#sent <= this.#head) {
      this.#send(token);
      this.#sent = this.#head + 1;
    }
  }

  #send(token: MarkerToken): void {
    if (token.kind === 'marker') {
      this.#sink.marker(token);
    } else {
      this.#sink.text(token.raw);
    }
  }

  #sendRaw(end: number): void {
    for (; this.#sent < end; this.#sent++) {
      this.#sink.text(this.#entries[this.#sent]?.token.raw ?? '');
    }
  }

  #reset(): void {
    if (this.#entries.length > 0) {
      this.#entries.length = 0;
      this.#openBrackets = [];
      this.#closers.clear();
      this.#head = 0;
      this.#sent = 0;
    }
  }
}
