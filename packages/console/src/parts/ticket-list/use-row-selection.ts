import { useMemo, useState } from 'react';
import { extended, idsBetween, MAX_SELECTED, type QueueRow, type Run } from '../../data/queue/queue-rows.ts';

/**
 * Selects `rows`; `shown` are not folded. Rows no longer loaded are deselected: nobody could see
 * that they change.
 */
export function useRowSelection(rows: readonly QueueRow[], shown: readonly QueueRow[]) {
  const [marked, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selected: ReadonlySet<string> = useMemo(
    () => new Set(rows.flatMap(({ id }) => (marked.has(id) ? [id] : [])).slice(0, MAX_SELECTED)),
    [rows, marked],
  );
  const [run, setRun] = useState<Run>();
  const shownIds = useMemo(() => new Set(shown.map(({ id }) => id)), [shown]);
  const foldedCount = useMemo(() => [...selected].filter((id) => !shownIds.has(id)).length, [selected, shownIds]);
  const toggle = (ticketId: string, extend: boolean) => {
    const ids = extend ? idsBetween(shown, run?.to, ticketId) : [ticketId];
    const add = !selected.has(ticketId);
    const next = new Set(selected);
    for (const id of ids) add ? next.add(id) : next.delete(id);
    setSelected(next);
    setRun({ from: ticketId, to: ticketId });
  };
  const extend = (ticketId: string, by: 1 | -1) => {
    const next = extended(shown, { selected, run }, ticketId, by);
    setSelected(next.selected);
    setRun(next.run);
    return next.run.to;
  };
  const selectAll = (all: boolean) =>
    setSelected(all ? new Set(rows.slice(0, MAX_SELECTED).map(({ id }) => id)) : new Set());
  return { selected, setSelected, shownIds, foldedCount, toggle, extend, selectAll };
}
