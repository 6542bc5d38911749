import type { OutboxEntry, TicketMessageResponse } from '@player-support/client';
import type { SupportState } from '../support-model.ts';
import { PlusIcon, StatusIcon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Time } from '../ui/time.tsx';
import type { UiProps } from '../ui/ui.ts';
import { Composer } from './composer.tsx';
import { EntryMark } from './entry-mark.tsx';
import { Frame, Loading, Placeholder, Scroller } from './frame.tsx';
import { StatusText } from './status.tsx';

/**
 * Finds the entry that creates or has created a ticket.
 * @param id of the ticket or of the entry
 */
export function creationOf({ entries }: SupportState, id: string): OutboxEntry | undefined {
  return entries.find((entry) => entry.kind === 'create' && (entry.id === id || entry.ticketId === id));
}

/** `id` may be the entry that creates the ticket. */
export function Ticket({ ui, id }: UiProps & { id: string }) {
  const { state, text } = ui;
  const creation = creationOf(state, id);
  const ticketId = creation?.ticketId ?? id;
  const conversation = state.conversations.get(ticketId);
  const summary = state.tickets?.find((ticket) => ticket.id === ticketId);
  const status = conversation?.status ?? summary?.status ?? (creation ? 'unsent' : undefined);
  const subject = conversation?.subject ?? summary?.subject ?? creation?.body.subject;
  const number = state.numbers.get(ticketId);
  const messages = conversation?.messages ?? [];
  const known = new Set(messages.map(({ id }) => id));
  const entries = state.entries.filter(
    (entry) => entry.ticketId === ticketId && !isShownBy(entry, known, conversation !== undefined),
  );
  const isMissing = state.missing.has(ticketId);
  // Without files there is no list of them.
  if (state.entries.some(({ files }) => files) || messages.some((message) => 'attachments' in message)) ui.preload();

  return (
    <Frame
      ui={ui}
      title={typeof subject === 'string' ? subject : text('title')}
      detail={
        status !== undefined && (
          <>
            <StatusIcon status={status} />
            <StatusText ui={ui} status={status} />
            {number !== undefined && ` · #${number}`}
          </>
        )
      }
      hasBack
      footer={
        !isMissing && (
          <>
            {/* Only such a message asks whether the problem is fixed. */}
            {state.messages?.some((message) => message.ticketId === ticketId && message.type === 'ticket_status') &&
              ui.known(ticketId)}
            <Bottom ui={ui} id={ticketId} entryId={creation?.id} status={status} />
          </>
        )
      }
    >
      <Scroller
        label={text('message')}
        end={[messages.length, ...entries.map(({ state }) => state), isMissing, ui.files?.size(ticketId)].join()}
      >
        {isMissing ? (
          <Placeholder title={text('ticketMissing')} />
        ) : messages.length === 0 && entries.length === 0 ? (
          <Loading ui={ui} />
        ) : (
          <ol class="messages">
            {messages.map((message) => (
              <Message
                ui={ui}
                key={message.id}
                message={message}
                ticketOfFirst={message === messages[0] ? ticketId : undefined}
              />
            ))}
            {entries.map((entry) => (
              <PendingMessage ui={ui} key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </Scroller>
    </Frame>
  );
}

/** The server's conversation already has the entry's text. */
function isShownBy({ state, kind, result }: OutboxEntry, known: ReadonlySet<string>, isLoaded: boolean): boolean {
  if (state !== 'sent') return false;
  if (kind === 'create') return isLoaded;
  const { messageId } = (result ?? {}) as { messageId?: unknown };
  return typeof messageId === 'string' && known.has(messageId);
}

function Message({
  ui,
  message: shown,
  ticketOfFirst,
}: UiProps & { message: TicketMessageResponse; ticketOfFirst: string | undefined }) {
  const { text, files } = ui;
  const { authorType, message, createdAt } = shown;
  const isOwn = authorType === 'player';
  return (
    <li class={isOwn ? 'message own' : 'message'} part={isOwn ? 'message own-message' : 'message'}>
      <div class="meta">
        <span class={isOwn ? 'hidden' : 'author'}>{text(isOwn ? 'you' : 'team')}</span>
        <Time ui={ui} at={createdAt} />
      </div>
      <div class="bubble">
        <RichText text={message} />
        {files?.message(ui, shown, ticketOfFirst)}
      </div>
    </li>
  );
}

function PendingMessage({ ui, entry }: UiProps & { entry: OutboxEntry }) {
  const { text, files } = ui;
  return (
    <li class={`message own ${entry.state}`} part="message own-message">
      <span class="hidden">{text('you')}</span>
      <div class="bubble">
        <RichText text={String(entry.body.message)} />
        {files?.entry(ui, entry)}
      </div>
      <EntryMark ui={ui} entry={entry} />
    </li>
  );
}

/** A closed ticket takes no replies, so it offers a new one. */
function Bottom({
  ui,
  id,
  entryId,
  status,
}: UiProps & { id: string; entryId: string | undefined; status: string | undefined }) {
  const { text, go } = ui;
  if (status === 'closed') {
    return (
      <>
        <p class="muted">{text('closedHint')}</p>
        <button type="button" class="button wide" data-key="new" onClick={() => go({ name: 'new' })}>
          <PlusIcon />
          {text('newTicket')}
        </button>
      </>
    );
  }
  return (
    <>
      {status === 'resolved' && <p class="muted">{text('resolvedHint')}</p>}
      <Composer ui={ui} ticketId={id} entryId={entryId} />
    </>
  );
}
