import { PRIORITIES } from '@player-support/contract/enums';
import { DEFAULT_QUEUE_LIMIT } from '@player-support/contract/limits';
import { TicketQueueQuery, TicketQueueResponse } from '@player-support/contract/team/queue';
import { contextPair } from '../../domain/context.ts';
import { DEFAULT_TARGETS, targetsOf } from '../../domain/response-targets.ts';
import { normalizeTag } from '../../domain/tags.ts';
import { parseDayOrTime } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { jsonText } from '../../operations/json-text.ts';
import { operation } from '../../operations/operation.ts';
import type { QueueFilter } from '../../store/queue.ts';
import { visibleProjects } from '../projects/visible-projects.ts';
import { presentTicket } from './present-ticket.ts';
import { decodeCursor, encodeCursor } from './queue-cursor.ts';

const CONTEXT_FIELDS = ['platform', 'appVersion', 'locale'] as const;

export const listTickets = operation({
  id: 'ListTickets',
  summary: 'List the tickets of a view',
  description:
    '`attention` lists the longest waiting ticket first. Every other view lists the newest ticket first. With filters, a page can have fewer tickets than `limit`, or none, and still have a `nextCursor`. To continue, send it with the same filters.',
  method: 'GET',
  url: '/api/v1/team/tickets',
  auth: 'team',
  role: 'viewer',
  query: TicketQueueQuery,
  success: { status: 200, schema: TicketQueueResponse },

  async handle({ caller, query }, { store, live }) {
    const errors: Record<string, string[]> = {};
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
    if (query.cursor !== undefined && after === undefined) {
      errors.cursor = ['Must be the nextCursor of an earlier page.'];
    }
    const filter = filterOf(query, errors);
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
    const view = query.view ?? 'attention';
    const projects = await visibleProjects(store, caller, query.projectId);
    const targets = new Map(projects.map((project) => [project.project_id, targetsOf(project)]));
    const request = {
      ...{ view, filter, after, limit: query.limit ?? DEFAULT_QUEUE_LIMIT },
      memberId: view === 'mine' && caller.type === 'member' ? caller.id : undefined,
      projectIds: projects.map(({ project_id }) => project_id),
    };
    // After a change, all consoles load the same page.
    const body = await live.ticketCache.read(JSON.stringify(request), request.projectIds, async () => {
      const { rows, next } = await store.queue.page(request);
      return jsonText({
        tickets: rows.map((row) => presentTicket(row, targets.get(row.project_id) ?? DEFAULT_TARGETS)),
        nextCursor: next === null ? null : encodeCursor(next),
      });
    });
    return { status: 200, body };
  },
});

/** The filter of a query. Adds an error for each date or time that is not valid. */
function filterOf(query: TicketQueueQuery, errors: Record<string, string[]>): QueueFilter {
  const time = (name: 'from' | 'to') => {
    const text = query[name];
    const value = text === undefined ? undefined : parseDayOrTime(text);
    if (text !== undefined && value === undefined) errors[name] = ['Must be a valid date or date-time.'];
    return value;
  };
  return {
    type: query.type,
    status: query.status,
    priority: query.priority === undefined ? undefined : PRIORITIES.indexOf(query.priority),
    assigneeId: query.assigneeId === 'none' ? null : query.assigneeId,
    context: CONTEXT_FIELDS.flatMap((field) => {
      const value = query[field];
      return value === undefined ? [] : [contextPair(field, value)];
    }),
    tag: query.tag === undefined ? undefined : normalizeTag(query.tag),
    from: time('from'),
    to: time('to'),
  };
}
