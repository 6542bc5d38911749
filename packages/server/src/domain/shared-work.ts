/** Runs work once for all who ask at the same time, with one result or error. */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Joins the work that runs under this key, or begins it. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const begun = work().finally(() => {
      if (this.#running.get(key) === begun) this.#running.delete(key);
    });
    this.#running.set(key, begun);
    return begun;
  }

  /** After a change, nobody else waits for work that began before it. */
  forget(): void {
    this.#running.clear();
  }
}
