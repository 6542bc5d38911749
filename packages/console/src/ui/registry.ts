import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';

interface Runnable {
  readonly run: () => void;
}

/** Registered by mounted components, such as commands. */
export class Registry<Item extends Runnable> {
  #lists: readonly (readonly Item[])[] = [];
  #all: readonly Item[] = [];
  readonly #listeners = new Listeners();

  add(list: readonly Item[]): () => void {
    this.#set([...this.#lists, list]);
    return () => this.#set(this.#lists.filter((other) => other !== list));
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly all = (): readonly Item[] => this.#all;

  #set(lists: readonly (readonly Item[])[]): void {
    this.#lists = lists;
    this.#all = lists.flat();
    this.#listeners.notify();
  }
}

export function useRegistered<Item extends Runnable>(registry: Registry<Item>): readonly Item[] {
  return useSyncExternalStore(registry.subscribe, registry.all);
}

/** While mounted. `run` may be new in each render. */
export function useRegister<Item extends Runnable>(registry: Registry<Item>, items: readonly Item[]): void {
  const run = useEffectEvent((index: number) => items[index]?.run());
  // Without functions: registered again only if the user sees a difference.
  const content = JSON.stringify(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for the items
  useEffect(() => registry.add(items.map((item, index) => ({ ...item, run: () => run(index) }))), [registry, content]);
}
