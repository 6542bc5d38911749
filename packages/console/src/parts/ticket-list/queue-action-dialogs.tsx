import type { Priority } from '@player-support/contract/enums';
import { useMemo } from 'react';
import { isSnoozed, type QueueRow, type TicketChange } from '../../data/queue/queue-rows.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useMember } from '../../data/session/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { QueueActions } from './use-queue-actions.ts';

// They are 50 KB of JavaScript (gzip) with their form fields.
const AssignDialog = lazyComponent(async () => (await import('./queue-dialogs.tsx')).AssignDialog);
const ChangeQuestion = lazyComponent(async () => (await import('./change-question.tsx')).ChangeQuestion);
const LinkDialog = lazyComponent(
  async () => (await import('../known-issues/link-dialog.tsx')).LinkDialog,
  ['known-issues'],
);
const PriorityDialog = lazyComponent(async () => (await import('./queue-dialogs.tsx')).PriorityDialog);
const SnoozeDialog = lazyComponent(async () => (await import('../snooze/snooze-dialog.tsx')).SnoozeDialog);
const TagsDialog = lazyComponent(async () => (await import('./queue-dialogs.tsx')).TagsDialog);

interface Props {
  readonly actions: QueueActions;
  readonly rows: readonly QueueRow[];
  readonly names: QueueNames;
}

/** Shows the dialog that is open before tickets change. */
export function QueueActionDialogs({ actions, rows, names }: Props) {
  const { asked, close } = actions;
  const member = useMember();
  const isTagging = asked?.action.dialog === 'tags';
  const availableTags = useMemo(() => (isTagging ? tagsOf(rows.slice(0, 1000)) : []), [rows, isTagging]);
  if (asked === undefined) return null;
  const { action, ticketIds, areTicketsSettled, otherId } = asked;
  const tickets = actions.rowsOf(ticketIds);
  if (!areTicketsSettled) {
    return (
      <ChangeQuestion
        change={action.change}
        tickets={tickets}
        other={otherId === undefined ? undefined : actions.rowsOf([otherId])[0]}
        foldedCount={ticketIds.filter(actions.isFolded).length}
        unsent={tickets.filter(({ id }) => actions.isUnsent(action)(id))}
        onConfirm={() => {
          close();
          actions.carryOut(action, ticketIds);
        }}
        onOther={(id) => {
          close();
          actions.start(action, [id]);
        }}
        onClose={close}
      />
    );
  }
  const common = {
    onClose: close,
    count: tickets.length,
    onChange: (change: TicketChange) => void actions.change(ticketIds, change),
  };
  switch (action.dialog) {
    case 'assign':
      return <AssignDialog {...common} names={names} memberId={member.id} />;
    case 'tags':
      return <TagsDialog {...common} available={availableTags} assigned={tagsOf(tickets)} />;
    case 'priority':
      return <PriorityDialog {...common} current={priorityOf(tickets)} />;
    case 'link':
      return (
        <LinkDialog
          {...common}
          projectIds={[...new Set(tickets.map(({ projectId }) => projectId))]}
          isLinked={tickets.some(({ knownIssue }) => knownIssue !== null)}
          onPick={common.onChange}
        />
      );
    case 'snooze':
      return (
        <SnoozeDialog
          {...common}
          current={tickets.length === 1 ? (tickets[0]?.snooze ?? null) : null}
          // A row has only the context from when the ticket was created.
          context={null}
          canWake={tickets.some(isSnoozed)}
          onSnooze={(snooze) => common.onChange({ snooze })}
        />
      );
    default:
      return null;
  }
}

/** Undefined: they differ. */
function priorityOf([first, ...others]: readonly QueueRow[]): Priority | undefined {
  return others.every(({ priority }) => priority === first?.priority) ? first?.priority : undefined;
}

function tagsOf(rows: readonly QueueRow[]): string[] {
  return [...new Set(rows.flatMap(({ tags }) => tags))].sort();
}
