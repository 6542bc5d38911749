/**
 * Does the same work once for all who ask for it at the same time. They wait for one result, or get
 * one error. Nothing is kept afterwards.
 */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** The result of the work that runs under this key. Without one, it begins. */
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
