import { useEffect, useState } from 'react';

/**
 * Finds the focus for a button that is gone, never a row that was not chosen: the next key would
 * change it.
 */
const currentRow = () => document.querySelector<HTMLElement>('[data-has-current] .queue-row[data-current] a');

/** Returns the focus at unmount: to the previous element, else the current row, else the page. */
export function useReturnFocus(): void {
  const [previous] = useState(() => document.activeElement);
  useEffect(() => {
    // The previous dialog has closed and returned the focus.
    const origin = previous?.isConnected ? previous : document.activeElement;
    return () => {
      const isThere = origin instanceof HTMLElement && origin !== document.body && origin.isConnected;
      (isThere ? origin : (currentRow() ?? document.getElementById('content')))?.focus();
    };
  }, [previous]);
}
