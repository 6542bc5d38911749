/** What happens later. Tests have timers of their own, which fire only when a test says so. */
export interface Timers {
  /** Calls back once after this time in milliseconds. */
  after(milliseconds: number, callback: () => void): void;
  /** Calls back again and again. Returns a function that ends it. */
  every(milliseconds: number, callback: () => void): () => void;
}

/** Timers of the process. They do not keep it alive. */
export const processTimers: Timers = {
  after: (milliseconds, callback) => void setTimeout(callback, milliseconds).unref(),
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds).unref();
    return () => clearInterval(timer);
  },
};
