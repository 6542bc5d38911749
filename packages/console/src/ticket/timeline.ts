import type { TeamMessageResponse, TicketEventResponse } from '@player-support/contract/team/tickets';
import type { OutboxEntry } from '../outbox/outbox.ts';

export type TimelineItem =
  | { readonly kind: 'message'; readonly key: string; readonly message: TeamMessageResponse }
  | { readonly kind: 'events'; readonly key: string; readonly events: readonly TicketEventResponse[] };

/** Messages in their order, and between them what else happened, oldest first; what follows one another is together. */
export function timeline(
  messages: readonly TeamMessageResponse[],
  events: readonly TicketEventResponse[],
): TimelineItem[] {
  const items: TimelineItem[] = [];
  let next = 0;
  const eventsBefore = (moment: string | undefined) => {
    const from = next;
    for (let event = events[next]; event !== undefined; event = events[++next]) {
      if (moment !== undefined && event.createdAt >= moment) break;
    }
    const first = events[from];
    if (next > from && first !== undefined) {
      items.push({ kind: 'events', key: first.id, events: events.slice(from, next) });
    }
  };
  for (const message of messages) {
    eventsBefore(message.createdAt);
    items.push({ kind: 'message', key: message.id, message });
  }
  eventsBefore(undefined);
  return items;
}

/** The newest message that the player sees too. */
export function newestPublic(messages: readonly TeamMessageResponse[]): TeamMessageResponse | undefined {
  return messages.findLast(({ visibility }) => visibility === 'public');
}

/** What the player sees too and came after that message, from others than this member. */
export function newerFromOthers(
  messages: readonly TeamMessageResponse[],
  seen: string | undefined,
  memberId: string,
): TeamMessageResponse[] {
  const index = messages.findIndex(({ id }) => id === seen);
  if (index < 0) return [];
  return messages.slice(index + 1).filter(({ visibility, author }) => {
    return visibility === 'public' && author?.id !== memberId;
  });
}

/** Those on their way that are not in the conversation already: a live update may be faster than the answer. */
export function stillSending(
  entries: readonly OutboxEntry[],
  messages: readonly TeamMessageResponse[],
  memberId: string,
): OutboxEntry[] {
  return entries.filter(({ kind, message, seen }) => {
    const after = messages.slice(messages.findIndex(({ id }) => id === seen) + 1);
    const visibility = kind === 'note' ? 'internal' : 'public';
    return !after.some(
      (other) => other.author?.id === memberId && other.visibility === visibility && other.message === message,
    );
  });
}

/** Tags that came and went, of an event's two lists. */
export function tagChange({ from, to }: Pick<TicketEventResponse, 'from' | 'to'>) {
  const before = from?.split(', ').filter(Boolean) ?? [];
  const after = to?.split(', ').filter(Boolean) ?? [];
  return {
    added: after.filter((tag) => !before.includes(tag)),
    removed: before.filter((tag) => !after.includes(tag)),
  };
}
