import type { TeamEvents } from '@player-support/contract/team/events';

export type TeamEvent = {
  readonly [Name in keyof TeamEvents]: { readonly name: Name; readonly data: TeamEvents[Name] };
}[keyof TeamEvents];

const NAMES = ['reset', 'ticket', 'presence', 'settings'] as const satisfies readonly (keyof TeamEvents)[];

/** What is used of the browser's EventSource. */
export interface Source {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { readonly data?: string }) => void): void;
  close(): void;
}
/** EventSource.CLOSED: it has given up. */
const CLOSED = 2;

const SECOND = 1000;
/** So long without a stream is not yet worth a word. */
export const QUIET = 5 * SECOND;
const FIRST_WAIT = 1 * SECOND;
const LONGEST_WAIT = 30 * SECOND;
const TICK = 10 * SECOND;
/** Two and a half of the server's beats: a stream in which nothing came for so long is dead, or the machine slept. */
export const SILENCE = 37.5 * SECOND;

interface Options {
  readonly open: () => Source;
  readonly onEvent: (event: TeamEvent) => void;
  /** The server refused the stream, or could not be reached; it is tried again all the same. */
  readonly onRefused: () => void;
  /** Whether there is a stream, or has been until a moment ago. */
  readonly onConnected: (connected: boolean) => void;
}

/**
 * One stream of events that never ends. The browser resumes one that breaks off, by the id of the last event; where it
 * gives up, as it does after an answer that is no stream, or where the server's beats stay away, a new one is opened,
 * which begins with `reset`.
 */
export class LiveStream {
  readonly #options: Options;
  #source: Source | undefined;
  #refusals = 0;
  /** When something came last, or was asked for; in milliseconds. */
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #ticks: ReturnType<typeof setInterval> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#ticks = setInterval(() => {
      // The connection may be dead without either side having been told.
      if (Date.now() - this.#heardAt > SILENCE) this.reopen();
    }, TICK);
    this.#waitForStream();
    this.#open();
  }

  stop(): void {
    clearInterval(this.#ticks);
    clearTimeout(this.#retry);
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#source?.close();
    this.#source = undefined;
  }

  /** Opens a new stream now, say because the network is back. */
  reopen(): void {
    this.#refusals = 0;
    this.#waitForStream();
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#heardAt = Date.now();
    const source = this.#options.open();
    this.#source = source;
    const ifCurrent = (run: (data: string) => void) => (event: { readonly data?: string }) => {
      if (this.#source !== source) return;
      this.#heardAt = Date.now();
      run(event.data ?? '');
    };
    source.addEventListener(
      'open',
      ifCurrent(() => this.#opened()),
    );
    source.addEventListener(
      'error',
      ifCurrent(() => this.#broken(source)),
    );
    source.addEventListener(
      'beat',
      ifCurrent(() => undefined),
    );
    for (const name of NAMES) {
      source.addEventListener(
        name,
        ifCurrent((data) => this.#options.onEvent({ name, data: JSON.parse(data) })),
      );
    }
  }

  #opened(): void {
    this.#refusals = 0;
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#options.onConnected(true);
  }

  #broken({ readyState }: Source): void {
    this.#waitForStream();
    // Else the browser tries again by itself.
    if (readyState !== CLOSED) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#refusals++);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait * (0.5 + Math.random() / 2));
    this.#options.onRefused();
  }

  #waitForStream(): void {
    this.#quiet ??= setTimeout(() => this.#options.onConnected(false), QUIET);
  }
}
