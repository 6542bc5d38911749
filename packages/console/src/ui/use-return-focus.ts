import { useEffect, useState } from 'react';

/**
 * Returns the focus when the component unmounts, to the element that had it or else to the page.
 * Mantine's `returnFocus` needs a component that stays mounted while it is closed.
 */
export function useReturnFocus(): void {
  const [previous] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isThere = previous instanceof HTMLElement && previous.isConnected;
      (isThere ? previous : document.getElementById('content'))?.focus();
    },
    [previous],
  );
}
