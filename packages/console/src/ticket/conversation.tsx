import { Button, Skeleton } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isMessage } from '../data/outbox/entries.ts';
import { useOutboxEntries } from '../data/outbox/sending.tsx';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { DayLine } from './day-line.tsx';
import { EventLines } from './event-lines.tsx';
import { TicketFilesProvider } from './files/ticket-files.tsx';
import { Message, SendingMessage } from './message.tsx';
import { SuggestedIssue } from './suggested-issue.tsx';
import classes from './ticket.module.css';
import { opensAt, stillSending, timeline } from './timeline.ts';

/** More than fit on a screen. The others follow right after. */
const FIRST_RENDERED = 40;

interface Props {
  readonly ticket: TeamTicketResponse;
  /** The ticket can be linked to a known issue. */
  readonly canLink: boolean;
}

/** Oldest first. It opens where the member reads on, and follows new messages. */
export function Conversation({ ticket, canLink }: Props) {
  const { t } = useText();
  const { id: memberId } = useMember();
  const { messages, events, mergedTickets } = ticket;
  const items = useMemo(() => timeline(messages, events), [messages, events]);
  const [wasLinked] = useState(ticket.knownIssue !== null);
  const [opened] = useState(() => opensAt(messages)?.id);
  const rendered = useDeferredValue(items.length, Math.min(items.length, FIRST_RENDERED));
  // In the next render, so that messages are painted sooner.
  const rendersSuggestion = useDeferredValue(true, false);
  const sending = stillSending(
    useOutboxEntries()
      .filter(isMessage)
      .filter(({ ticketId }) => ticketId === ticket.id),
    messages,
    memberId,
  );
  const { list, start, end, isAtEnd, toEnd, unread } = useScrolling(messages.length, sending.length);
  return (
    <section
      className={classes.scroller}
      aria-label={t('conversation.title')}
      id="conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard
      tabIndex={0}
    >
      <TicketFilesProvider ticket={ticket}>
        <ul className={classes.list} ref={list}>
          {items
            .slice(-rendered)
            .map((item) =>
              item.kind === 'message' ? (
                <Message
                  key={item.key}
                  message={item.message}
                  player={ticket.player}
                  from={mergedTickets.find(({ ticketId }) => ticketId === item.message.ticketId)}
                  ref={item.key === opened ? start : undefined}
                />
              ) : item.kind === 'events' ? (
                <EventLines key={item.key} events={item.events} />
              ) : (
                <DayLine key={item.key} at={item.at} />
              ),
            )}
          {sending.map((entry) => (
            <SendingMessage key={entry.id} entry={entry} />
          ))}
        </ul>
      </TicketFilesProvider>
      {canLink && !wasLinked && (
        <div className={classes.suggestionPlace}>{rendersSuggestion && <SuggestedIssue ticket={ticket} />}</div>
      )}
      <div className={classes.end} ref={end} />
      <div className={classes.jump} role="status">
        {!isAtEnd && (
          <Button
            size="compact-sm"
            radius="xl"
            variant={unread > 0 ? 'filled' : 'default'}
            leftSection={<IconArrowDown size={14} aria-hidden />}
            onClick={toEnd}
          >
            {unread > 0 ? t('conversation.new', { count: unread }) : t('conversation.end')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Events that leave the place where the conversation opened. */
const LEAVING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Opens at `start`. Follows new messages at the end, else counts them. */
function useScrolling(count: number, sending: number) {
  const list = useRef<HTMLUListElement>(null);
  const start = useRef<HTMLLIElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isOpening = useRef(true);
  const atEnd = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState(count);
  const before = useRef({ count, sending });
  const toEnd = useCallback(() => {
    isOpening.current = false;
    end.current?.scrollIntoView({ block: 'end' });
  }, []);
  useLayoutEffect(() => {
    if (end.current === null || list.current === null) return;
    let isUnfolding = false;
    const place = () => {
      if (isOpening.current) start.current?.scrollIntoView({ block: 'start' });
      else if (atEnd.current && !isUnfolding) toEnd();
      isUnfolding = false;
    };
    place();
    const visibility = new IntersectionObserver(
      ([entry]) => {
        atEnd.current = entry?.isIntersecting ?? true;
        setAtEnd(atEnd.current);
      },
      { rootMargin: '48px' },
    );
    visibility.observe(end.current);
    // The list grows with messages and their heights. Its container shrinks with the text field.
    const size = new ResizeObserver(place);
    size.observe(list.current);
    if (list.current.parentElement !== null) size.observe(list.current.parentElement);
    const stop = new AbortController();
    const leave = () => {
      isOpening.current = false;
    };
    for (const name of LEAVING) addEventListener(name, leave, { signal: stop.signal, passive: true, capture: true });
    // What the member unfolds stays in place, even at the end.
    const unfold = ({ target }: Event) => {
      isUnfolding = target instanceof Element && target.closest('[aria-expanded], summary') !== null;
    };
    list.current.addEventListener('click', unfold, { signal: stop.signal, capture: true });
    return () => {
      stop.abort();
      visibility.disconnect();
      size.disconnect();
    };
  }, [toEnd]);
  useLayoutEffect(() => {
    // Sending a message scrolls to the end.
    if (sending > before.current.sending) toEnd();
    if (count !== before.current.count) isOpening.current = false;
    before.current = { count, sending };
  }, [count, sending, toEnd]);
  useEffect(() => {
    if (isAtEnd) setSeen(count);
  }, [isAtEnd, count]);
  return { list, start, end, isAtEnd, toEnd, unread: Math.max(0, count - seen) };
}

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
