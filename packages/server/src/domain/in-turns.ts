import { nextTurn } from './next-turn.ts';

/** After this time, others go on. */
const TURN_MS = 5;

interface Options {
  readonly clock?: () => number;
  /** Whether to leave out the rest. The first item is always done, so that callers get on. */
  readonly isOver?: () => boolean;
}

/** Does something with each item, and lets other requests go on whenever it took 5 milliseconds. */
export async function inTurns<T, R>(
  list: readonly T[],
  one: (item: T) => R,
  { clock = () => performance.now(), isOver = () => false }: Options = {},
): Promise<R[]> {
  const results: R[] = [];
  let began = clock();
  for (const item of list) {
    if (results.length > 0 && isOver()) break;
    if (clock() - began >= TURN_MS) {
      await nextTurn();
      began = clock();
    }
    results.push(one(item));
  }
  return results;
}
