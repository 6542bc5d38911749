import type { TicketView } from '@player-support/contract/enums';
import type { QueueRow } from './queue-rows.ts';

/** The views in which the open tickets of one player share a row. */
const FOLDED_VIEWS: ReadonlySet<TicketView> = new Set(['attention', 'mine', 'unassigned', 'open']);

export interface ShownRow {
  readonly row: QueueRow;
  /** How many other tickets of the player the list has. */
  readonly others: number;
  /** Whether those others are shown. */
  readonly isUnfolded: boolean;
  /** Whether it is one of those others. */
  readonly isOther: boolean;
}

const isOpen = (row: QueueRow) => row.status === 'open' && !row.hasLeftView;

/**
 * Folds a player's open tickets into the first, in the order of loading, so that more rows never
 * hide a shown one. Rows that left the view stay.
 */
export function foldRows(
  rows: readonly QueueRow[],
  view: TicketView,
  isUnfolded: (playerId: string) => boolean,
): readonly ShownRow[] {
  const single = (row: QueueRow): ShownRow => ({ row, others: 0, isUnfolded: false, isOther: false });
  if (!FOLDED_VIEWS.has(view)) return rows.map(single);
  const leads = new Map<string, QueueRow[]>();
  const shown: QueueRow[] = [];
  for (const row of rows) {
    const others = leads.get(row.playerId);
    if (others !== undefined && (isOpen(row) || row.hasLeftView)) others.push(row);
    else {
      if (isOpen(row)) leads.set(row.playerId, []);
      shown.push(row);
    }
  }
  return shown.flatMap((row) => {
    const others = isOpen(row) ? (leads.get(row.playerId) ?? []) : [];
    if (others.length === 0) return [single(row)];
    const unfolded = isUnfolded(row.playerId);
    const lead = { row, others: others.filter(isOpen).length, isUnfolded: unfolded, isOther: false };
    return unfolded ? [lead, ...others.map((other) => ({ ...single(other), isOther: true }))] : [lead];
  });
}

/** A ticket that would be folded unfolds its player's row. */
export function unfoldedFor(
  ticketId: string | undefined,
  rows: readonly QueueRow[],
  view: TicketView,
  unfolded: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const ticket = rows.find(({ id }) => id === ticketId);
  if (ticket === undefined) return unfolded;
  const isShown = foldRows(rows, view, (id) => unfolded.has(id)).some(({ row }) => row === ticket);
  return isShown ? unfolded : new Set(unfolded).add(ticket.playerId);
}

/** Reverses the rows. Folded tickets stay below their row. */
export function reverseShown(shown: readonly ShownRow[]): readonly ShownRow[] {
  const groups: ShownRow[][] = [];
  for (const row of shown) {
    if (row.isOther) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups.reverse().flat();
}
