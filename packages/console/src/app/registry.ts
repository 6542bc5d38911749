import { useEffect, useRef, useSyncExternalStore } from 'react';

interface Runnable {
  readonly run: () => void;
}

/** What the components on the page offer, such as commands: gone when they are gone. */
export class Registry<Item extends Runnable> {
  #lists: readonly (readonly Item[])[] = [];
  #all: readonly Item[] = [];
  readonly #listeners = new Set<() => void>();

  add(list: readonly Item[]): () => void {
    this.#set([...this.#lists, list]);
    return () => this.#set(this.#lists.filter((other) => other !== list));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly all = (): readonly Item[] => this.#all;

  #set(lists: readonly (readonly Item[])[]): void {
    this.#lists = lists;
    this.#all = lists.flat();
    for (const listener of this.#listeners) listener();
  }
}

/** Everything that is offered now. */
export function useRegistered<Item extends Runnable>(registry: Registry<Item>): readonly Item[] {
  return useSyncExternalStore(registry.subscribe, registry.all);
}

/** Offers these while the component is there. `run` may be a new function on every rendering. */
export function useRegister<Item extends Runnable>(registry: Registry<Item>, items: readonly Item[]): void {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  // Only what people see of them makes them others.
  const seen = JSON.stringify(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` stands for the items
  useEffect(
    () => registry.add(latest.current.map((item, index) => ({ ...item, run: () => latest.current[index]?.run() }))),
    [registry, seen],
  );
}
