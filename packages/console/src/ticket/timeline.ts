import type { TeamMessageResponse, TicketEventResponse } from '@player-support/contract/team/tickets';
import type { MessageEntry } from '../data/outbox/entries.ts';

export type TimelineItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: TeamMessageResponse }
  | { readonly kind: 'events'; readonly key: string; readonly events: readonly TicketEventResponse[] };

/** Sorts oldest first, with a line before each local day. Events in a row are one item. */
export function timeline(
  messages: readonly TeamMessageResponse[],
  events: readonly TicketEventResponse[],
): TimelineItem[] {
  const items: TimelineItem[] = [];
  let day = '';
  let next = 0;
  const addDay = (at: string, id: string) => {
    const other = new Date(at).toDateString();
    if (other === day) return;
    day = other;
    items.push({ kind: 'day', key: `day of ${id}`, at });
  };
  const addEventsBefore = (time: string | undefined) => {
    let group: TicketEventResponse[] | undefined;
    for (let event = events[next]; event !== undefined; event = events[++next]) {
      if (time !== undefined && event.createdAt >= time) break;
      if (group === undefined || new Date(event.createdAt).toDateString() !== day) {
        addDay(event.createdAt, event.id);
        group = [];
        items.push({ kind: 'events', key: event.id, events: group });
      }
      group.push(event);
    }
  };
  for (const message of messages) {
    addEventsBefore(message.createdAt);
    addDay(message.createdAt, message.id);
    items.push({ kind: 'message', key: message.id, message });
  }
  addEventsBefore(undefined);
  return items;
}

/** Returns where a conversation opens: at the first unanswered message, else the newest. */
export function opensAt(messages: readonly TeamMessageResponse[]): TeamMessageResponse | undefined {
  const answer = messages.findLastIndex((one) => one.authorType === 'admin' && one.visibility === 'public');
  return messages.slice(answer + 1).find(({ authorType }) => authorType === 'player') ?? messages.at(-1);
}

/** Returns the newest message for the player. */
export function newestPublic(messages: readonly TeamMessageResponse[]): TeamMessageResponse | undefined {
  return messages.findLast(({ visibility }) => visibility === 'public');
}

/** Lists public messages of others that the member has not seen. */
export function newerFromOthers(
  messages: readonly TeamMessageResponse[],
  seen: string | undefined,
  memberId: string,
): TeamMessageResponse[] {
  const index = messages.findIndex(({ id }) => id === seen);
  if (index < 0) return [];
  return messages.slice(index + 1).filter(({ visibility, author, authorType }) => {
    return visibility === 'public' && authorType !== 'system' && author?.id !== memberId;
  });
}

/** Returns the outbox entries that a live update has not brought yet. */
export function stillSending(
  entries: readonly MessageEntry[],
  messages: readonly TeamMessageResponse[],
  memberId: string,
): MessageEntry[] {
  return entries.filter(({ kind, message, seen }) => {
    const after = messages.slice(messages.findIndex(({ id }) => id === seen) + 1);
    const visibility = kind === 'note' ? 'internal' : 'public';
    return !after.some(
      (other) => other.author?.id === memberId && other.visibility === visibility && other.message === message,
    );
  });
}

export function tagChange({ from, to }: Pick<TicketEventResponse, 'from' | 'to'>) {
  const before = from?.split(', ').filter(Boolean) ?? [];
  const after = to?.split(', ').filter(Boolean) ?? [];
  return {
    added: after.filter((tag) => !before.includes(tag)),
    removed: before.filter((tag) => !after.includes(tag)),
  };
}
