import { after, type TestContext } from 'node:test';

export type After = Pick<TestContext, 'after'>;
type Hook = () => unknown;

/** For what all tests of a file share. The cast is as below. */
export const fileAfter: After = { after: (hook) => after(() => (hook as Hook)()) };

/**
 * Calls hooks in the reverse order of `after`: a folder is deleted after its server has ended. All
 * are called, also if one fails.
 */
export function lastFirst(t: After): After {
  const hooks: Hook[] = [];
  t.after(async () => {
    const errors: unknown[] = [];
    for (const hook of hooks.reverse()) {
      try {
        await hook();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  });
  // The cast: the helpers of this project use neither the context nor a callback.
  return { after: (hook) => void hooks.push(hook as Hook) };
}

/** A group of `scripts/test-groups.ts` sets it, and calls these functions after its last file. */
interface Group {
  readonly endsOfGroup?: (() => Promise<unknown>)[];
}

/** Ends what the files of a group share. Without a group, it ends after the test or file. */
export function afterGroup(t: After, end: () => Promise<unknown>): void {
  const { endsOfGroup } = globalThis as Group;
  if (endsOfGroup === undefined) t.after(end);
  else endsOfGroup.push(end);
}
