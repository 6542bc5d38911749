import { PRIORITIES, type Priority, TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import type { TicketEventResponse } from '@player-support/contract/team/tickets';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { membersQuery } from '../data/queries/members.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { parseSnoozeEvent, snoozeText } from '../parts/snooze/snooze-text.ts';
import { isolated } from '../ui/isolated.ts';
import { RobotMark } from '../ui/robot-mark.tsx';
import { Time } from '../ui/time.tsx';
import classes from './ticket.module.css';
import { tagChange } from './timeline.ts';

const MAX_EXPANDED = 3;

export const EventLines = memo(function EventLines({ events }: { readonly events: readonly TicketEventResponse[] }) {
  const { t } = useText();
  const lines = (
    <ul>
      {events.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </ul>
  );
  return (
    <li className={classes.events}>
      {events.length <= MAX_EXPANDED ? (
        lines
      ) : (
        <details>
          <summary>{t('event.more', { count: events.length })}</summary>
          {lines}
        </details>
      )}
    </li>
  );
});

function EventLine({ event }: { readonly event: TicketEventResponse }) {
  const text = useText();
  const { t } = text;
  const { data } = useQuery({ ...membersQuery, enabled: event.kind === 'assignee' });
  const nameOf = (id: string | null) => {
    const name = data?.members.find((member) => member.id === id)?.name;
    if (name !== undefined) return isolated(name);
    return data === undefined ? '...' : t('ticket.former-member');
  };
  return (
    <li>
      <RobotMark id={event.actor?.id} />
      {eventText(event, text, nameOf)} · <Time at={event.createdAt} />
    </li>
  );
}

function eventText(
  event: TicketEventResponse,
  { t, language }: Pick<ReturnType<typeof useText>, 't' | 'language'>,
  nameOf: (id: string | null) => string,
): string {
  const { kind, from, to } = event;
  const actor = event.actor === null ? t('event.system') : isolated(event.actor.name);
  if (kind === 'status') return t('event.status', { actor, from: statusName(from, t), to: statusName(to, t) });
  if (kind === 'priority') return t('event.priority', { actor, from: priorityName(from, t), to: priorityName(to, t) });
  if (kind === 'assignee') {
    return to === null
      ? t('event.unassigned', { actor, from: nameOf(from) })
      : t('event.assigned', { actor, to: nameOf(to) });
  }
  if (kind === 'merged_into') return t(to === null ? 'event.unmerged' : 'event.merged', { actor });
  if (kind === 'merged_ticket') return t(to === null ? 'event.unmerged-ticket' : 'event.merged-ticket', { actor });
  if (kind === 'known_issue') return t(to === null ? 'event.issue-unlinked' : 'event.issue-linked', { actor });
  if (kind === 'snooze') {
    const snooze = parseSnoozeEvent(to);
    if (to === null) return t('event.woken', { actor });
    return t('event.snoozed', { actor, what: snooze === null ? isolated(to) : snoozeText(snooze, t, language) });
  }
  if (kind === 'fixed') return t(FIXED[to ?? ''] ?? 'event.fixed.asked', { build: isolated(from ?? '') });
  const change = tagChange(event);
  const added = change.added.map(isolated).join(', ');
  const removed = change.removed.map(isolated).join(', ');
  if (removed === '') return t('event.tags.added', { actor, tags: added });
  if (added === '') return t('event.tags.removed', { actor, tags: removed });
  return t('event.tags.both', { actor, added, removed });
}

const FIXED: Readonly<Record<string, 'event.fixed.yes' | 'event.fixed.no'>> = {
  yes: 'event.fixed.yes',
  no: 'event.fixed.no',
};

function statusName(value: string | null, t: Translate): string {
  const isStatus = (TICKET_STATUSES as readonly (string | null)[]).includes(value);
  return isStatus ? t(`status.${value as TicketStatus}`) : (value ?? '');
}

function priorityName(value: string | null, t: Translate): string {
  const isPriority = (PRIORITIES as readonly (string | null)[]).includes(value);
  return isPriority ? t(`priority.${value as Priority}`) : (value ?? '');
}
