/**
 * What nodes tell one another. A word lost costs freshness, never data: a listener is called without words when some may
 * have been missed.
 */
export interface Bus {
  /** Tells the other nodes; never waits and never fails. `word` is JSON, of less than 7,000 bytes. */
  publish(topic: string, word: unknown): void;
  /** Has this called with what other nodes said, all of one batch at once; with undefined where that may be anything. */
  subscribe(topic: string, listener: (words: readonly unknown[] | undefined) => void): void;
  close(): Promise<void>;
}
