/** Work of which one run goes on at most. Who begins it meanwhile gets that one. */
export class SingleRun<T = void> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  begin(): Promise<T> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Resolves when no run goes on. */
  async idle(): Promise<void> {
    await this.#running;
  }
}
