import { nextTurn } from './next-turn.ts';
import { monotonic } from './time.ts';

/** Then others go on. */
const TURN_MS = 5;

interface Options {
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
  /** Leaves out the rest. The first item is always done, so that callers get on. */
  readonly isOver?: () => boolean;
}

/** Lets other requests go on whenever it took 5 milliseconds. */
export async function inTurns<T, R>(
  list: readonly T[],
  one: (item: T) => R,
  { elapsed = monotonic, isOver = () => false }: Options = {},
): Promise<R[]> {
  const results: R[] = [];
  let began = elapsed();
  for (const item of list) {
    if (results.length > 0 && isOver()) break;
    if (elapsed() - began >= TURN_MS) {
      await nextTurn();
      began = elapsed();
    }
    results.push(one(item));
  }
  return results;
}
