import { MAX_QUEUE_LIMIT } from '@player-support/contract/limits';
import type { RadarSpike } from '@player-support/contract/team/radar';
import { api } from '../api/client.ts';

/** A larger spike is linked in part. The queue has the other tickets. */
const MAX_PAGES = 10;

interface KnownIssue {
  readonly id: string;
  readonly title: string;
}

export interface TicketsOfSpike {
  readonly free: readonly string[];
  /** The other tickets' known issues, those with the most tickets first. */
  readonly linked: readonly { readonly issue: KnownIssue; readonly count: number }[];
}

export async function ticketsOfSpike(projectId: string, spike: RadarSpike): Promise<TicketsOfSpike> {
  const { type, platform, build, from, to } = spike;
  const free: string[] = [];
  const linked = new Map<string, { issue: KnownIssue; count: number }>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { tickets, nextCursor } = await api.get('/tickets', {
      query: {
        ...{ view: 'all' as const, projectId, type, from, to, limit: MAX_QUEUE_LIMIT, cursor },
        ...(platform === null ? {} : { platform }),
        ...(build === null ? {} : { appVersion: build }),
      },
    });
    for (const ticket of tickets) {
      const { id, mergedInto, held, knownIssue } = ticket;
      if (ticket.platform !== platform || ticket.appVersion !== build || mergedInto !== null || held) continue;
      if (knownIssue === null) free.push(id);
      else linked.set(knownIssue.id, { issue: knownIssue, count: (linked.get(knownIssue.id)?.count ?? 0) + 1 });
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return { free, linked: [...linked.values()].sort((one, other) => other.count - one.count) };
}

/** Links the tickets without a known issue. Returns their number. */
export async function linkTickets(projectId: string, spike: RadarSpike, knownIssueId: string): Promise<number> {
  const { free } = await ticketsOfSpike(projectId, spike);
  let linked = 0;
  for (let start = 0; start < free.length; start += MAX_QUEUE_LIMIT) {
    const ticketIds = free.slice(start, start + MAX_QUEUE_LIMIT);
    const { updated } = await api.patch('/tickets', { body: { ticketIds, knownIssueId } });
    linked += updated.length;
  }
  return linked;
}
