import { useEffect, useEffectEvent } from 'react';

/** The topmost is last. */
const open: { readonly close: () => void }[] = [];

function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // Mantine's sign that Escape closes a list of options.
  const isList =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true';
  // Such as the search of commands, which Mantine closes.
  const isOtherAbove = document.querySelectorAll('[role=dialog][aria-modal=true]').length > open.length;
  if (!isList && !isOtherAbove) open.at(-1)?.close();
}

/**
 * Calls `close` for Escape unless something opened later. Dialogs need `closeOnEscape={false}`:
 * Mantine would close all.
 */
export function useEscape(close: () => void): void {
  const current = useEffectEvent(close);
  useEffect(() => {
    const one = { close: () => current() };
    if (open.push(one) === 1) addEventListener('keydown', closeTop, { capture: true });
    return () => {
      open.splice(open.indexOf(one), 1);
      if (open.length === 0) removeEventListener('keydown', closeTop, { capture: true });
    };
  }, []);
}
