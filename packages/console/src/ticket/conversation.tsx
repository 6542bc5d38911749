import { Button, Skeleton } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { isMessage } from '../outbox/entries.ts';
import { useOutboxEntries } from '../outbox/sending.tsx';
import { EventLines } from './event-lines.tsx';
import { Message, SendingMessage } from './message.tsx';
import classes from './ticket.module.css';
import { stillSending, timeline } from './timeline.ts';

/** Items of the first render, more than fit on a screen. The others follow right after. */
const FIRST_RENDERED = 40;

/** Messages and events, oldest first. It opens at the newest message, and stays there. */
export function Conversation({ ticket }: { readonly ticket: TeamTicketResponse }) {
  const { t } = useText();
  const { id: memberId } = useMember();
  const { messages, events, player } = ticket;
  const items = useMemo(() => timeline(messages, events), [messages, events]);
  const rendered = useDeferredValue(items.length, Math.min(items.length, FIRST_RENDERED));
  const sending = stillSending(
    useOutboxEntries()
      .filter(isMessage)
      .filter(({ ticketId }) => ticketId === ticket.id),
    messages,
    memberId,
  );
  const { list, end, isAtEnd, toEnd, unread } = useScrollToNewest(messages.length, sending.length);
  return (
    <section
      className={classes.scroller}
      aria-label={t('conversation.title')}
      id="conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard
      tabIndex={0}
    >
      <ul className={classes.list} ref={list}>
        {items
          .slice(-rendered)
          .map((item) =>
            item.kind === 'message' ? (
              <Message key={item.key} message={item.message} userId={player.userId} />
            ) : (
              <EventLines key={item.key} events={item.events} />
            ),
          )}
        {sending.map((entry) => (
          <SendingMessage key={entry.id} entry={entry} />
        ))}
      </ul>
      <div ref={end} />
      <div className={classes.jump} role="status">
        {!isAtEnd && (
          <Button size="compact-sm" radius="xl" leftSection={<IconArrowDown size={14} aria-hidden />} onClick={toEnd}>
            {unread > 0 ? t('conversation.new', { count: unread }) : t('conversation.newest')}
          </Button>
        )}
      </div>
    </section>
  );
}

/**
 * Scrolls to new messages at the end of the list, and counts them if the member has scrolled up.
 */
function useScrollToNewest(count: number, sending: number) {
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState(count);
  const sent = useRef(sending);
  const toEnd = useCallback(() => end.current?.scrollIntoView({ block: 'end' }), []);
  useLayoutEffect(() => {
    if (end.current === null || list.current === null) return;
    toEnd();
    const visibility = new IntersectionObserver(
      ([entry]) => {
        atEnd.current = entry?.isIntersecting ?? true;
        setAtEnd(atEnd.current);
      },
      { rootMargin: '48px' },
    );
    visibility.observe(end.current);
    // The list grows with new messages, and its container shrinks when the text field grows.
    const size = new ResizeObserver(() => atEnd.current && toEnd());
    size.observe(list.current);
    if (list.current.parentElement !== null) size.observe(list.current.parentElement);
    return () => {
      visibility.disconnect();
      size.disconnect();
    };
  }, [toEnd]);
  useLayoutEffect(() => {
    // Sending a message scrolls to the end.
    if (sending > sent.current) toEnd();
    sent.current = sending;
  }, [sending, toEnd]);
  useEffect(() => {
    if (isAtEnd) setSeen(count);
  }, [isAtEnd, count]);
  return { list, end, isAtEnd, toEnd, unread: Math.max(0, count - seen) };
}

/** Shown while the conversation loads. */
export function ConversationSkeleton() {
  const { t } = useText();
  return (
    <div className={classes.scroller} role="status" aria-label={t('loading.label')}>
      <div className={classes.list}>
        <Skeleton className={classes.message} height={88} width="70%" style={{ alignSelf: 'flex-start' }} />
        <Skeleton className={classes.message} height={64} width="60%" style={{ alignSelf: 'flex-end' }} />
        <Skeleton className={classes.message} height={64} width="50%" style={{ alignSelf: 'flex-start' }} />
      </div>
    </div>
  );
}
