import { useEffect, useState } from 'react';

/**
 * Where the focus goes if its button is gone, as in the bar when nothing is selected any more. It
 * is never a row that the member did not choose: the next key would change it.
 */
const currentRow = () => document.querySelector<HTMLElement>('[data-has-current] .queue-row[data-current] a');

/**
 * Returns the focus when the component unmounts: to the element that had it, else to the current
 * row, else to the page. For components that unmount when they close.
 */
export function useReturnFocus(): void {
  const [previous] = useState(() => document.activeElement);
  useEffect(() => {
    // The dialog before this one has closed, and given the focus back.
    const origin = previous?.isConnected ? previous : document.activeElement;
    return () => {
      const isThere = origin instanceof HTMLElement && origin !== document.body && origin.isConnected;
      (isThere ? origin : (currentRow() ?? document.getElementById('content')))?.focus();
    };
  }, [previous]);
}
