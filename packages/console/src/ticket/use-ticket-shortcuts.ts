import { useCommands } from '../app/commands.ts';
import { useMay, useMember } from '../app/session.ts';
import { useShortcuts } from '../app/shortcuts.ts';
import { useText } from '../i18n/text.ts';
import type { MessageKind } from '../outbox/drafts.ts';
import type { OpenProperty } from './ticket-header.tsx';
import type { Ways } from './use-ticket-navigation.ts';
import { useTicketUpdate } from './use-ticket-update.ts';

interface Options {
  readonly ticketId: string;
  readonly ways: Ways;
  readonly onOpen: (property: OpenProperty) => void;
  readonly onWrite: (kind: MessageKind) => void;
}

/** Everything that can be done to a ticket, by a key or by its name in the search for commands. */
export function useTicketShortcuts({ ticketId, ways, onOpen, onWrite }: Options): void {
  const { t } = useText();
  const member = useMember();
  const mayWrite = useMay('agent');
  const update = useTicketUpdate(ticketId);
  const writing = [
    { keys: 'R', label: t('composer.reply.label'), run: () => onWrite('reply') },
    { keys: 'N', label: t('composer.note.label'), run: () => onWrite('note') },
    { keys: 'E', label: t('ticket.resolve'), run: () => update({ status: 'resolved' }) },
    { keys: 'A', label: t('ticket.assign-me'), run: () => update({ assigneeId: member.id }) },
    { keys: 'S', label: t('ticket.status'), run: () => onOpen('status') },
    { keys: 'P', label: t('ticket.priority'), run: () => onOpen('priority') },
    { keys: 'T', label: t('ticket.tags'), run: () => onOpen('tags') },
    { keys: 'shift+A', label: t('ticket.assignee'), run: () => onOpen('assignee') },
  ];
  const going = [
    { keys: 'J', label: t('ticket.next'), run: () => ways.next?.() },
    { keys: 'K', label: t('ticket.previous'), run: () => ways.previous?.() },
    { keys: 'U', label: t('ticket.back'), run: ways.back },
  ];
  const all = [...(mayWrite ? writing : []), ...going];
  useShortcuts([
    ...all,
    { keys: 'Backspace', label: t('ticket.back'), run: ways.back },
    // The text itself listens to it: here it is for the help.
    ...(mayWrite ? [{ keys: 'Escape', label: t('composer.leave'), run: () => undefined }] : []),
  ]);
  useCommands(all.map(({ keys, label, run }) => ({ id: `ticket:${keys}`, label, run })));
}
