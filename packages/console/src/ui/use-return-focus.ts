import { useEffect, useState } from 'react';

/** The buttons above the rows of a queue are gone when their tickets have changed. */
const currentRow = () => document.querySelector<HTMLElement>('.queue-row[data-current] a');

/**
 * Returns the focus when the component unmounts, to the element that had it, or else to the current
 * row of the queue or to the page. Mantine's `returnFocus` needs a component that stays mounted
 * while it is closed.
 */
export function useReturnFocus(): void {
  const [previous] = useState(() => document.activeElement);
  useEffect(() => {
    // A dialog in whose place this one appears has just returned the focus.
    const origin = previous?.isConnected ? previous : document.activeElement;
    return () => {
      const isThere = origin instanceof HTMLElement && origin.isConnected;
      (isThere ? origin : (currentRow() ?? document.getElementById('content')))?.focus();
    };
  }, [previous]);
}
