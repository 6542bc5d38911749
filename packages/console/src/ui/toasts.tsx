import { ActionIcon } from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { useCommands } from './commands.ts';
import { useShortcuts } from './shortcuts.ts';
import { Toast } from './toast.tsx';
import { useToastPlace } from './toast-place.ts';

/** Shows one line in the header, so that toasts cover nothing. A button lists the others below. */
export function Toasts() {
  const { t } = useText();
  const { notifications: first, queue } = useNotifications();
  const all = [...first, ...queue];
  const newest = all.at(-1);
  const [isOpen, setOpen] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const root = useRef<HTMLElement>(null);
  const place = useToastPlace(all.length);
  const isCut = useIsCut(root, newest?.message, place?.width);
  const others = all.length - 1;
  useReturnFocus(root, newest?.id);
  useEscape(isOpen, () => setOpen(false));
  if (isOpen && others < 1 && !isCut) setOpen(false);
  const closeNewest = () => {
    if (newest !== undefined) notifications.hide(String(newest.id));
  };
  const close = { keys: 'mod+.', label: t('toast.close'), run: closeNewest };
  useShortcuts([close]);
  useCommands(newest === undefined ? [] : [{ id: 'close-toast', ...close }]);
  if (newest === undefined) return null;
  const hasHiddenError = all.slice(0, -1).some(({ role }) => role === 'alert');
  return (
    <section
      ref={root}
      className="toasts"
      aria-label={t('toast.title')}
      data-open={isOpen || undefined}
      style={place}
      // A click must not take the focus from a text field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {all.toReversed().map((toast) => (
        // Hidden toasts wait until they can be read.
        <Toast key={toast.id} toast={toast} isPaused={isPaused || !(isOpen || toast === newest)} />
      ))}
      {(others > 0 || isCut || isOpen) && (
        <ActionIcon
          className="toasts-all"
          variant="default"
          aria-expanded={isOpen}
          aria-label={t('toast.all', { count: all.length })}
          onClick={() => setOpen(!isOpen)}
          {...(hasHiddenError && { c: 'var(--mantine-color-error)' })}
        >
          {others > 0 && !isOpen ? `+${others}` : <IconChevronDown size={16} aria-hidden />}
        </ActionIcon>
      )}
    </section>
  );
}

/** Escape only closes the list, wherever the focus is. */
function useEscape(isOpen: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onEscape();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isOpen]);
}

/** Returns whether the newest toast's text needs more than two lines. */
function useIsCut(root: RefObject<HTMLElement | null>, message: ReactNode, width: number | undefined): boolean {
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text or its width changes
  useLayoutEffect(() => {
    const text = root.current?.querySelector('.toast-text');
    setCut(text != null && text.scrollHeight > text.clientHeight + 1);
  }, [message, width]);
  return isCut;
}

/** Returns the focus of a toast that is gone. */
function useReturnFocus(root: RefObject<HTMLElement | null>, newest: string | number | undefined): void {
  const previous = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = ({ target, relatedTarget }: FocusEvent) => {
      const isIn = (one: EventTarget | null) => one instanceof Node && root.current?.contains(one) === true;
      if (isIn(target) && relatedTarget instanceof HTMLElement && !isIn(relatedTarget))
        previous.current = relatedTarget;
    };
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  }, [root]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a toast is gone
  useEffect(() => {
    if (previous.current === null || document.activeElement !== document.body) return;
    (previous.current.isConnected ? previous.current : document.getElementById('content'))?.focus();
    previous.current = null;
  }, [newest]);
}
