import type { TicketStatus } from '@player-support/contract/enums';
import { useNavigate } from '@tanstack/react-router';
import type { MessageKind } from '../data/outbox/drafts.ts';
import { useHasRole, useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { useNextTicket } from '../parts/snooze/use-next-ticket.ts';
import { useCommands } from '../ui/commands.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import type { OpenProperty } from './ticket-header.tsx';
import type { TicketNavigation } from './use-ticket-navigation.ts';
import { useTicketUpdate } from './use-ticket-update.ts';

interface Options {
  readonly ticketId: string;
  /** A merged or held ticket. */
  readonly isFixed: boolean;
  readonly knownIssueId: string | undefined;
  readonly navigation: TicketNavigation;
  readonly onStatus: (status: TicketStatus) => void;
  readonly onOpen: (property: OpenProperty) => void;
  readonly onMerge: () => void;
  readonly onLink: () => void;
  readonly onSnooze: (() => void) | undefined;
  readonly onWrite: (kind: MessageKind) => void;
}

export function useTicketShortcuts({
  ticketId,
  isFixed,
  knownIssueId,
  navigation,
  onStatus,
  onOpen,
  onMerge,
  onLink,
  onSnooze,
  onWrite,
}: Options): void {
  const { t } = useText();
  const member = useMember();
  const canReply = useHasRole('agent');
  const update = useTicketUpdate(ticketId);
  const editing = [
    { keys: 'R', label: t('composer.reply.label'), run: () => onWrite('reply') },
    { keys: 'E', label: t('action.resolve'), run: () => onStatus('resolved') },
    { keys: 'A', label: t('action.assign-me'), run: () => update({ assigneeId: member.id }) },
    { keys: 'S', label: t('label.status'), run: () => onOpen('status') },
    { keys: 'P', label: t('label.priority'), run: () => onOpen('priority') },
    { keys: 'T', label: t('label.tags'), run: () => onOpen('tags') },
    { keys: 'shift+A', label: t('ticket.assignee'), run: () => onOpen('assignee') },
    ...(onSnooze === undefined ? [] : [{ keys: 'Z', label: t('snooze.action'), run: onSnooze }]),
    { keys: 'M', label: t('merge.title'), run: onMerge },
    { keys: 'I', label: t('queue.key.issue'), run: onLink },
  ];
  const note = { keys: 'N', label: t('composer.note.label'), run: () => onWrite('note') };
  const navigate = useNavigate();
  const openIssue = (id: string) => void navigate({ to: '/known-issues/$knownIssueId', params: { knownIssueId: id } });
  const nextTicket = useNextTicket({ after: ticketId });
  const next = { keys: 'Q', label: t('next.action'), run: nextTicket };
  const everybody = [
    ...(canReply ? [next] : []),
    { keys: 'J', label: t('action.next-ticket'), run: () => navigation.next?.() },
    { keys: 'K', label: t('action.previous-ticket'), run: () => navigation.previous?.() },
    ...(knownIssueId === undefined
      ? []
      : [{ keys: 'shift+I', label: t('ticket.issue.open'), run: () => openIssue(knownIssueId) }]),
    { keys: 'U', label: navigation.backLabel, run: navigation.back },
  ];
  const all = [...(canReply && !isFixed ? editing : []), ...(isFixed ? [] : [note]), ...everybody];
  useShortcuts([
    ...all,
    { keys: 'Backspace', label: navigation.backLabel, run: navigation.back },
    // The text field handles this key. It is here for the help.
    { keys: 'Escape', label: t('composer.leave'), run: () => undefined },
  ]);
  useCommands(all.map((shortcut) => ({ id: `ticket:${shortcut.keys}`, ...shortcut })));
}
