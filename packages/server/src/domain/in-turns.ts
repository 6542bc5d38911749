import { nextTurn } from './next-turn.ts';

/** Then others go on. */
const TURN_MS = 5;

interface Options {
  readonly clock?: () => number;
  /** Leaves out the rest. The first item is always done, so that callers get on. */
  readonly isOver?: () => boolean;
}

/** Lets other requests go on whenever it took 5 milliseconds. */
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
