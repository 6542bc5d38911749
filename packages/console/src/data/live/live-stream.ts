import type { TeamEvents } from '@player-support/contract/team/events';

export type TeamEvent = {
  readonly [Name in keyof TeamEvents]: { readonly name: Name; readonly data: TeamEvents[Name] };
}[keyof TeamEvents];

const NAMES = [
  'reset',
  'ticket',
  'presence',
  'mentions',
  'seen',
  'settings',
] as const satisfies readonly (keyof TeamEvents)[];

export interface Source {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { readonly data?: string }) => void): void;
  close(): void;
}
/** EventSource.CLOSED: the browser will not reconnect. */
const CLOSED = 2;

const SECOND_MS = 1000;
export const OFFLINE_AFTER_MS = 5 * SECOND_MS;
const FIRST_RETRY_MS = 1 * SECOND_MS;
const MAX_RETRY_MS = 30 * SECOND_MS;
const SILENCE_CHECK_MS = 10 * SECOND_MS;
/** Two and a half heartbeats. */
export const SILENCE_MS = 37.5 * SECOND_MS;

interface Options {
  readonly open: () => Source;
  readonly onEvent: (event: TeamEvent) => void;
  /** The server refused the stream or could not be reached. The stream reconnects anyway. */
  readonly onRefused: () => void;
  /** False from OFFLINE_AFTER_MS after the stream broke. */
  readonly onConnected: (connected: boolean) => void;
}

/**
 * The change feed. The browser resumes a broken stream. If it gives up, or heartbeats are missing,
 * a new stream begins with `reset`.
 */
export class LiveStream {
  readonly #options: Options;
  #source: Source | undefined;
  #refusals = 0;
  #lastEventAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #offlineTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceCheck: ReturnType<typeof setInterval> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#silenceCheck = setInterval(() => {
      // A dead connection gives no error.
      if (Date.now() - this.#lastEventAt > SILENCE_MS) this.reopen();
    }, SILENCE_CHECK_MS);
    this.#startOfflineTimer();
    this.#open();
  }

  stop(): void {
    clearInterval(this.#silenceCheck);
    clearTimeout(this.#retry);
    clearTimeout(this.#offlineTimer);
    this.#offlineTimer = undefined;
    this.#source?.close();
    this.#source = undefined;
  }

  reopen(): void {
    this.#refusals = 0;
    this.#startOfflineTimer();
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#lastEventAt = Date.now();
    const source = this.#options.open();
    this.#source = source;
    const listen = (name: string, run: (data: string) => void) =>
      source.addEventListener(name, ({ data = '' }) => {
        if (this.#source !== source) return;
        this.#lastEventAt = Date.now();
        run(data);
      });
    listen('open', () => this.#handleOpen());
    listen('error', () => this.#handleError(source));
    listen('beat', () => undefined);
    for (const name of NAMES) listen(name, (data) => this.#options.onEvent({ name, data: JSON.parse(data) }));
  }

  #handleOpen(): void {
    this.#refusals = 0;
    clearTimeout(this.#offlineTimer);
    this.#offlineTimer = undefined;
    this.#options.onConnected(true);
  }

  #handleError({ readyState }: Source): void {
    this.#startOfflineTimer();
    // Otherwise the browser reconnects by itself.
    if (readyState !== CLOSED) return;
    const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#refusals++);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), delay * (0.5 + Math.random() / 2));
    this.#options.onRefused();
  }

  #startOfflineTimer(): void {
    this.#offlineTimer ??= setTimeout(() => this.#options.onConnected(false), OFFLINE_AFTER_MS);
  }
}
