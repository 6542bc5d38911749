import type { OutboxEntry, TicketSummaryResponse } from '@player-support/client';
import { StatusIcon } from '../ui/icons.tsx';
import { Time } from '../ui/time.tsx';
import type { UiProps } from '../ui/ui.ts';
import { Loading, Placeholder } from './frame.tsx';
import { StatusText } from './status.tsx';

/** Those that wait to be sent come first. */
export function TicketList({ ui }: UiProps) {
  const { state, text } = ui;
  const { tickets, entries } = state;
  const known = new Set(tickets?.map(({ id }) => id));
  const unsent = entries.filter(
    ({ kind, ticketId, state }) =>
      kind === 'create' && (state !== 'sent' || (tickets === undefined && !known.has(ticketId))),
  );
  if (tickets === undefined && unsent.length === 0) return <Loading ui={ui} />;
  if (tickets?.length === 0 && unsent.length === 0) {
    return <Placeholder title={text('noTickets')} hint={text('noTicketsHint')} />;
  }
  return (
    <ul class="list">
      {unsent.toReversed().map((entry) => (
        <UnsentRow ui={ui} key={entry.id} entry={entry} />
      ))}
      {tickets?.map((ticket) => (
        <TicketRow ui={ui} key={ticket.id} ticket={ticket} />
      ))}
    </ul>
  );
}

function TicketRow({ ui, ticket }: UiProps & { ticket: TicketSummaryResponse }) {
  const { go, text } = ui;
  const { id, subject, status, lastMessagePreview, lastMessageAt, unreadCount } = ticket;
  return (
    <li>
      <button
        type="button"
        class={unreadCount > 0 ? 'row unread' : 'row'}
        data-key={id}
        onClick={() => go({ name: 'ticket', id })}
      >
        <StatusIcon status={status} />
        <span class="row-title" dir="auto">
          {subject}
        </span>
        <Time ui={ui} at={lastMessageAt} />
        <span class="hidden">
          <StatusText ui={ui} status={status} />
        </span>
        <span class="row-preview" dir="auto">
          {lastMessagePreview}
        </span>
        {unreadCount > 0 && <span class="dot" role="img" aria-label={text('unreadLabel', { count: unreadCount })} />}
      </button>
    </li>
  );
}

function UnsentRow({ ui, entry }: UiProps & { entry: OutboxEntry }) {
  const { go, text } = ui;
  const isFailed = entry.state === 'failed';
  return (
    <li>
      <button type="button" class="row" data-key={entry.id} onClick={() => go({ name: 'ticket', id: entry.id })}>
        <StatusIcon status="unsent" />
        <span class="row-title" dir="auto">
          {String(entry.body.subject)}
        </span>
        <span class={isFailed ? 'time danger' : 'time'}>{text(isFailed ? 'failed' : 'queued')}</span>
        <span class="row-preview" dir="auto">
          {String(entry.body.message)}
        </span>
      </button>
    </li>
  );
}
