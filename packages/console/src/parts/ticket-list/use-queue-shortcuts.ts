import type { TicketView } from '@player-support/contract/enums';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { useCommands } from '../../ui/commands.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import type { QueueAction } from './use-queue-actions.ts';
import type { Edge } from './use-row-cursor.ts';

export const VIEW_KEYS: Readonly<Record<string, TicketView>> = {
  a: 'attention',
  m: 'mine',
  u: 'unassigned',
  o: 'open',
  p: 'pending',
  r: 'resolved',
  c: 'closed',
  l: 'all',
  h: 'held',
  s: 'snoozed',
};
/** The time for the second key after G. */
const SECOND_KEY_MS = 1500;

interface ShortcutHandlers {
  readonly move: (by: number) => void;
  readonly goTo: (edge: Edge) => void;
  readonly open: () => void;
  readonly fold: (isUnfolded: boolean) => void;
  readonly select: () => void;
  readonly extend: (by: 1 | -1) => void;
  readonly selectNone: () => void;
  readonly resolve: () => void;
  readonly assignToMe: () => void;
  readonly ask: (dialog: NonNullable<QueueAction['dialog']>) => void;
  readonly nextTicket: () => void;
  readonly selectAll: () => void;
  readonly filter: (() => void) | undefined;
  readonly sort: (() => void) | undefined;
  readonly refresh: () => void;
  readonly goToView: (view: TicketView) => void;
}

export function useQueueShortcuts(actions: ShortcutHandlers, canChange: boolean): void {
  const { t } = useText();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  /** The next key names a view. It is no shortcut. */
  const awaitView = () => {
    stop.current?.();
    const onKey = (event: KeyboardEvent) => {
      // A modifier comes before its key.
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      stop.current?.();
      // Escape ends the wait. It must not also deselect.
      if (event.key === 'Escape') return event.stopImmediatePropagation();
      const view = VIEW_KEYS[event.key.toLowerCase()];
      if (view === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      actions.goToView(view);
    };
    const timer = setTimeout(() => stop.current?.(), SECOND_KEY_MS);
    document.documentElement.addEventListener('keydown', onKey, { capture: true });
    stop.current = () => {
      clearTimeout(timer);
      document.documentElement.removeEventListener('keydown', onKey, { capture: true });
      stop.current = undefined;
    };
  };

  const single = [
    { keys: 'J', label: t('action.next-ticket'), run: () => actions.move(1) },
    { keys: 'K', label: t('action.previous-ticket'), run: () => actions.move(-1) },
    { keys: 'Home', label: t('queue.key.first'), run: () => actions.goTo('first') },
    { keys: 'End', label: t('queue.key.last'), run: () => actions.goTo('last') },
    { keys: 'ArrowRight', label: t('queue.key.unfold'), run: () => actions.fold(true) },
    { keys: 'ArrowLeft', label: t('queue.key.fold'), run: () => actions.fold(false) },
    { keys: 'O', label: t('action.open-ticket'), run: actions.open },
    ...(canChange
      ? [
          { keys: 'X', label: t('queue.key.select'), run: actions.select },
          { keys: 'shift+J', label: t('queue.key.extend-down'), run: () => actions.extend(1) },
          { keys: 'shift+K', label: t('queue.key.extend-up'), run: () => actions.extend(-1) },
          { keys: 'shift+ArrowDown', label: t('queue.key.extend-down'), run: () => actions.extend(1) },
          { keys: 'shift+ArrowUp', label: t('queue.key.extend-up'), run: () => actions.extend(-1) },
          { keys: 'mod+A', label: t('queue.bulk.all'), run: actions.selectAll },
          { keys: 'shift+X', label: t('queue.key.select-none'), run: actions.selectNone },
          { keys: 'Escape', label: t('queue.key.select-none'), run: actions.selectNone },
          { keys: 'E', label: t('action.resolve'), run: actions.resolve },
          { keys: 'A', label: t('action.assign-me'), run: actions.assignToMe },
          { keys: 'shift+A', label: t('queue.key.assign'), run: () => actions.ask('assign') },
          { keys: 'T', label: t('label.tags'), run: () => actions.ask('tags') },
          { keys: 'P', label: t('label.priority'), run: () => actions.ask('priority') },
          { keys: 'I', label: t('queue.key.issue'), run: () => actions.ask('link') },
          { keys: 'Z', label: t('snooze.action'), run: () => actions.ask('snooze') },
          { keys: 'Q', label: t('next.action'), run: actions.nextTicket },
        ]
      : []),
    ...(actions.filter ? [{ keys: 'F', label: t('queue.key.filter'), run: actions.filter }] : []),
    ...(actions.sort ? [{ keys: 'S', label: t('queue.key.sort'), run: actions.sort }] : []),
    { keys: 'N', label: t('queue.key.newest'), run: actions.refresh },
  ];
  useShortcuts([...single, { keys: 'G', label: t('queue.key.go'), run: awaitView }]);
  useCommands([
    ...Object.entries(VIEW_KEYS).map(([key, view]) => ({
      id: `view:${view}`,
      label: t('queue.command.view', { view: t(`view.${view}`) }),
      group: 'pages' as const,
      keys: `G ${key.toUpperCase()}`,
      run: () => actions.goToView(view),
    })),
    ...single.map((shortcut) => ({ id: `queue:${shortcut.keys}`, ...shortcut })),
  ]);
}
