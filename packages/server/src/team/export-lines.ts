import type { TeamCaller } from '../operations/callers.ts';
import type { Available } from '../operations/context.ts';
import type { Call } from '../operations/operation.ts';

export type ReadPage<Access> = <Page>(page: (access: Access) => Promise<Page>) => Promise<Page>;

interface Export<Access> {
  /** What the caller may read now. Throws AppError if it may no longer export. */
  readonly access: (caller: TeamCaller) => Access | Promise<Access>;
  /** Ends as soon as `isOver` is true: nobody takes more lines. */
  readonly lines: (read: ReadPage<Access>, isOver: () => boolean) => AsyncIterable<string>;
}

/**
 * Checks access before each page, so that a slow or waiting download stops when the caller loses
 * it. Throws AppError `rate-limited` if too many exports are open.
 */
export function exportLines<Access>(
  { caller, reauthenticate }: Pick<Call<'team'>, 'caller' | 'reauthenticate'>,
  { downloads, expensiveReads }: Pick<Available, 'downloads' | 'expensiveReads'>,
  { access, lines }: Export<Access>,
) {
  return downloads.begin(caller.id, (isOver) =>
    lines((page) => expensiveReads.run(caller.id, async () => page(await access(await reauthenticate()))), isOver),
  );
}
