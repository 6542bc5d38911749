import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useText } from '../i18n/text.ts';
import { useCommands } from './commands.ts';
import { useShortcuts } from './shortcuts.ts';

/** Above dialogs, below menus. */
const Z_INDEX = 250;
const CONTAINER = '.mantine-Notifications-root[data-position="top-center"]';

/**
 * Toasts are in the header. What does not fit there moves the page down (`--toasts-bottom`
 * in styles.css), so that they cover nothing that the member works on.
 */
export function Toasts() {
  const { t } = useText();
  const { notifications: shown } = useNotifications();
  const closeNewest = () => {
    const newest = shown.at(-1)?.id;
    if (newest !== undefined) notifications.hide(newest);
  };
  const close = { keys: 'mod+.', label: t('toast.close'), run: closeNewest };
  useShortcuts([close]);
  useCommands(shown.length > 0 ? [{ id: 'close-toast', ...close }] : []);
  useEffect(makeRoom, []);
  // A portal would appear only after the effect.
  return <Notifications position="top-center" limit={4} zIndex={Z_INDEX} containerWidth={416} withinPortal={false} />;
}

/** Reserves the height of the toasts, and returns the focus that was in one that is gone. */
function makeRoom(): (() => void) | undefined {
  const container = document.querySelector<HTMLElement>(CONTAINER);
  if (container === null) return;
  const { style } = document.documentElement;
  let previous: HTMLElement | null = null;
  const remember = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !container.contains(relatedTarget)) previous = relatedTarget;
  };
  // A click on a button must not take the focus from a text field.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const observer = new ResizeObserver(() => {
    const { height, bottom } = container.getBoundingClientRect();
    style.setProperty('--toasts-bottom', `${height === 0 ? 0 : Math.ceil(bottom)}px`);
    if (previous === null || document.activeElement !== document.body) return;
    (previous.isConnected ? previous : document.getElementById('content'))?.focus();
    previous = null;
  });
  container.addEventListener('focusin', remember);
  container.addEventListener('mousedown', keepFocus);
  observer.observe(container);
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', remember);
    container.removeEventListener('mousedown', keepFocus);
    style.removeProperty('--toasts-bottom');
  };
}
