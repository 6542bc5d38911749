import { Button, Skeleton } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { useOutboxEntries } from '../outbox/sending.tsx';
import { EventLines } from './event-lines.tsx';
import { Message, SendingMessage } from './message.tsx';
import classes from './ticket.module.css';
import { stillSending, timeline } from './timeline.ts';

/** So many are drawn before the page shows; the others right after. More than a screen holds. */
const FIRST_DRAWN = 40;

/** Everything that was written and that happened, oldest first; it opens at the newest, and stays there. */
export function Conversation({ ticket }: { readonly ticket: TeamTicketResponse }) {
  const { t } = useText();
  const { id: memberId } = useMember();
  const { messages, events, player } = ticket;
  const all = useMemo(() => timeline(messages, events), [messages, events]);
  const drawn = useDeferredValue(all.length, Math.min(all.length, FIRST_DRAWN));
  const sending = stillSending(
    useOutboxEntries().filter(({ ticketId }) => ticketId === ticket.id),
    messages,
    memberId,
  );
  const { list, end, isAtEnd, toEnd, unread } = useNewest(messages.length, sending.length);
  return (
    <section
      className={classes.scroller}
      aria-label={t('conversation.title')}
      id="conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for those without a mouse
      tabIndex={0}
    >
      <ul className={classes.list} ref={list}>
        {all
          .slice(-drawn)
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

/** Keeps the newest message in sight for whoever is there, and counts what comes for whoever is not. */
function useNewest(count: number, sending: number) {
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [known, setKnown] = useState(count);
  const sent = useRef(sending);
  const toEnd = useCallback(() => end.current?.scrollIntoView({ block: 'end' }), []);
  useLayoutEffect(() => {
    if (end.current === null || list.current === null) return;
    toEnd();
    const sight = new IntersectionObserver(
      ([entry]) => {
        atEnd.current = entry?.isIntersecting ?? true;
        setAtEnd(atEnd.current);
      },
      { rootMargin: '48px' },
    );
    sight.observe(end.current);
    // The list grows by messages, and what shows of it shrinks as one writes.
    const size = new ResizeObserver(() => atEnd.current && toEnd());
    size.observe(list.current);
    if (list.current.parentElement !== null) size.observe(list.current.parentElement);
    return () => {
      sight.disconnect();
      size.disconnect();
    };
  }, [toEnd]);
  useLayoutEffect(() => {
    // One's own message brings one back to the end.
    if (sending > sent.current) toEnd();
    sent.current = sending;
  }, [sending, toEnd]);
  useEffect(() => {
    if (isAtEnd) setKnown(count);
  }, [isAtEnd, count]);
  return { list, end, isAtEnd, toEnd, unread: Math.max(0, count - known) };
}

/** In place of a conversation that is on its way. */
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
