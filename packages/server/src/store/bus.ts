/**
 * Notifications between nodes, for caches and live updates. No stored data depends on them. If some
 * may have been lost, listeners are called with undefined.
 */
export interface Bus {
  /**
   * Sends a notification to the other nodes. Never waits and never fails.
   *
   * @param content a JSON value of less than 7,000 bytes
   */
  publish(topic: string, content: unknown): void;
  /** Calls a listener with each batch of notifications. Undefined: anything may have changed. */
  subscribe(topic: string, listener: (contents: readonly unknown[] | undefined) => void): void;
  close(): Promise<void>;
}
