import type { TicketView } from '@player-support/contract/enums';
import { useMemo, useState } from 'react';
import { foldRows, reverseShown, unfoldedFor } from '../../data/queue/fold-rows.ts';
import type { QueueRow } from '../../data/queue/queue-rows.ts';
import type { QueueUiState } from '../../data/queue/queue-ui-state.ts';

const ALL = () => true;

/** Puts rows in screen order. `rows` are in the order of loading; `isFromEnd`: from the last. */
export function useShownRows(
  rows: readonly QueueRow[],
  view: TicketView,
  isFromEnd: boolean,
  saved: QueueUiState | undefined,
) {
  const [unfolded, setUnfolded] = useState(() => unfoldedFor(saved?.currentId, rows, view, saved?.unfolded));
  const arranged = (isUnfolded: (playerId: string) => boolean) => {
    const folded = foldRows(rows, view, isUnfolded);
    return isFromEnd ? reverseShown(folded) : folded;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `arranged` depends on these
  const shown = useMemo(() => arranged((id) => unfolded.has(id)), [rows, view, isFromEnd, unfolded]);
  const tickets = useMemo(() => shown.map(({ row }) => row), [shown]);
  // A row that left the view is not meant: another member may have just closed it.
  const selectable = useMemo(() => rows.filter((row) => !row.hasLeftView), [rows]);
  const fold = (playerId: string, isUnfolded: boolean) => {
    const next = new Set(unfolded);
    isUnfolded ? next.add(playerId) : next.delete(playerId);
    setUnfolded(next);
  };
  const inOrder = () => arranged(ALL).map(({ row }) => row);
  return { shown, tickets, selectable, unfolded, fold, inOrder };
}
