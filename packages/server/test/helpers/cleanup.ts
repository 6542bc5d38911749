import { after, type TestContext } from 'node:test';

export type After = Pick<TestContext, 'after'>;
type Hook = () => unknown;

/** Ends what a file's tests share. The cast is as below. */
export const fileAfter: After = { after: (hook) => after(() => (hook as Hook)()) };

/** Reverses `after`: a folder is deleted after its server's end. Calls all hooks. */
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
  // The cast: these helpers use no context or callback.
  return { after: (hook) => void hooks.push(hook as Hook) };
}

/** A group of `scripts/test-groups.ts` calls these functions after its last file. */
interface Group {
  readonly endsOfGroup?: (() => Promise<unknown>)[];
}

/** Ends what a group's files share. Without a group: after the test or file. */
export function afterGroup(t: After, end: () => Promise<unknown>): void {
  const { endsOfGroup } = globalThis as Group;
  if (endsOfGroup === undefined) t.after(end);
  else endsOfGroup.push(end);
}
