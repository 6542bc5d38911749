import type { InboxMessageResponse } from '@player-support/client';
import { NewsIcon, ReplyIcon } from '../ui/icons.tsx';
import { Time } from '../ui/time.tsx';
import type { UiProps } from '../ui/ui.ts';
import { Loading, Placeholder } from './frame.tsx';

/** Lists replies, announcements and others, newest first. */
export function InboxList({ ui }: UiProps) {
  const { state, text } = ui;
  if (state.messages === undefined) return <Loading ui={ui} />;
  if (state.messages.length === 0) {
    return <Placeholder title={text('noMessages')} hint={text('noMessagesHint')} />;
  }
  return (
    <ul class="list">
      {state.messages.map((message) => (
        <MessageRow ui={ui} key={message.id} message={message} />
      ))}
    </ul>
  );
}

function MessageRow({ ui, message }: UiProps & { message: InboxMessageResponse }) {
  const { go, model, text } = ui;
  const { id, ticketId, title, body, createdAt, readAt } = message;
  const open = () => {
    model.markRead(id);
    go(ticketId === null ? { name: 'message', id } : { name: 'ticket', id: ticketId });
  };
  return (
    <li>
      <button type="button" class={readAt ? 'row' : 'row unread'} data-key={id} onClick={open}>
        {ticketId === null ? <NewsIcon /> : <ReplyIcon />}
        <span class="row-title" dir="auto">
          {title}
        </span>
        <Time ui={ui} at={createdAt} />
        <span class="row-preview" dir="auto">
          {body}
        </span>
        {!readAt && <span class="dot" role="img" aria-label={text('unreadLabel', { count: 1 })} />}
      </button>
    </li>
  );
}
