import type { TeamCaller } from '../operations/callers.ts';
import type { Available } from '../operations/context.ts';
import type { Call } from '../operations/operation.ts';

/**
 * Checks `access` before each page, so that a download stops when the caller loses it. `lines` ends
 * once `isOver`: nobody takes more. Throws AppError `rate-limited` if too many exports are open.
 */
export function exportLines<Access>(
  { caller, reauthenticate }: Pick<Call<'team'>, 'caller' | 'reauthenticate'>,
  { downloads, expensiveReads }: Pick<Available, 'downloads' | 'expensiveReads'>,
  access: (caller: TeamCaller) => Access | Promise<Access>,
  lines: (
    read: <Page>(page: (access: Access) => Promise<Page>) => Promise<Page>,
    isOver: () => boolean,
  ) => AsyncIterable<string>,
) {
  // Without checkAgain: each page authenticates anew.
  const { type, responsibleId, inviterId, role } = caller;
  return downloads.begin(caller, (isOver) =>
    lines(
      (page) =>
        expensiveReads.run({ type, responsibleId, inviterId, role }, async () =>
          page(await access(await reauthenticate())),
        ),
      isOver,
    ),
  );
}
