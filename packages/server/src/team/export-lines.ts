import type { TeamCaller } from '../operations/callers.ts';
import type { Available } from '../operations/context.ts';
import type { Call } from '../operations/operation.ts';

/** Runs the read of a page when its turn comes. */
export type ReadPage<Access> = <Page>(page: (access: Access) => Promise<Page>) => Promise<Page>;

interface Export<Access> {
  /** What the caller may read now. @throws AppError if it may not export any more */
  readonly access: (caller: TeamCaller) => Access | Promise<Access>;
  /** Makes the lines. It ends as soon as `isOver` says that nobody takes them any more. */
  readonly lines: (read: ReadPage<Access>, isOver: () => boolean) => AsyncIterable<string>;
}

/**
 * Begins an export. The access is checked for each page, when its turn comes: a slow download must
 * not go on after the caller lost access, also not while it waits to read.
 *
 * @throws AppError `rate-limited` if too many exports are open
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
