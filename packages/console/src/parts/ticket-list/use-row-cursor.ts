import { useEffect, useRef, useState } from 'react';
import { neighbourOf, type QueueRow } from '../../data/queue/queue-rows.ts';

export type Edge = 'first' | 'last';

/** Moves the current row, to which shortcuts apply. A new `revealCount` focuses it in view. */
export function useRowCursor(
  rows: readonly QueueRow[],
  savedId: string | undefined,
  /** The tickets in the list when the member left. */
  savedIds: readonly string[],
) {
  const [currentId, setCurrentId] = useState(savedId);
  // Coming back from a ticket restores the focus.
  const [revealCount, setRevealCount] = useState(savedId === undefined ? 0 : 1);
  /** Where to go when the rows are loaded. */
  const [awaited, setAwaited] = useState<Edge>();
  /** The list when the current row was last in it. */
  const lastIds = useRef(savedIds);

  const reveal = (id: string | undefined) => {
    if (id === undefined) return;
    setCurrentId(id);
    setRevealCount((count) => count + 1);
  };
  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => row.id === id));
  const move = (by: number) => {
    const index = indexOf(currentId);
    reveal(rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + by))]?.id);
  };
  const goTo = (edge: Edge) => reveal(rows.at(edge === 'first' ? 0 : -1)?.id);

  // A neighbour replaces a current row that is removed.
  useEffect(() => {
    if (currentId === undefined || rows.length === 0) return;
    if (rows.some((row) => row.id === currentId)) lastIds.current = rows.map((row) => row.id);
    else {
      setCurrentId(neighbourOf(rows, lastIds.current, currentId) ?? rows[0]?.id);
      if (document.activeElement === document.body) setRevealCount((count) => count + 1);
    }
  }, [rows, currentId]);
  useEffect(() => {
    const id = awaited && rows.at(awaited === 'first' ? 0 : -1)?.id;
    if (id === undefined) return;
    setAwaited(undefined);
    setCurrentId(id);
    setRevealCount((count) => count + 1);
  }, [awaited, rows]);

  return {
    currentId,
    setCurrentId,
    revealCount,
    reveal,
    move,
    goTo,
    /** Goes to that end as soon as other rows are loaded. */
    goWhenLoaded: (edge: Edge) => {
      setCurrentId(undefined);
      setAwaited(edge);
    },
  };
}
