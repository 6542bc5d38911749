/** Tests have their own, which fire only on demand. */
export interface Timers {
  /** Calls back once after this many milliseconds. */
  after(milliseconds: number, callback: () => void): void;
  /** Calls back again and again. Returns a function that ends it. */
  every(milliseconds: number, callback: () => void): () => void;
}

/** They do not keep the process alive. */
export const processTimers: Timers = {
  after: (milliseconds, callback) => void setTimeout(callback, milliseconds).unref(),
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds).unref();
    return () => clearInterval(timer);
  },
};
