/** Notifications between nodes, for caches and live updates. No stored data depends on them. */
export interface Bus {
  /** Never waits, never fails. `content`: JSON of less than 7,000 bytes. */
  publish(topic: string, content: unknown): void;
  /** `listener` gets each batch. Undefined: anything may have changed. */
  subscribe(topic: string, listener: (contents: readonly unknown[] | undefined) => void): void;
  close(): Promise<void>;
}
