import { TicketQueueQuery, TicketQueueResponse } from '@player-support/contract/team';
import type { Static } from 'typebox';
import { mayEnter } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import type { QueueView } from '../store/queue.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { presentTicket } from './present.ts';

const DEFAULT_LIMIT = 50;

export const listTickets = operation({
  id: 'ListTickets',
  summary: 'The queue: attention is the longest waiting first, every other view the newest first',
  method: 'GET',
  url: '/api/v1/team/tickets',
  auth: 'team',
  role: 'viewer',
  query: TicketQueueQuery,
  success: { status: 200, schema: TicketQueueResponse },
  failures: problems(400, 401, 429),

  async handle({ caller, query }, { store }) {
    const { projectId, view = 'attention', limit, cursor } = query as Static<typeof TicketQueueQuery>;
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    if (cursor !== undefined && after === undefined) {
      throw new AppError('validation', { errors: { cursor: ['Must be a nextCursor of an earlier answer.'] } });
    }
    const size = limit === undefined ? DEFAULT_LIMIT : Number(limit);
    const all =
      projectId === undefined ? (await store.projects.list()).map((project) => project.project_id) : [projectId];
    const projectIds = all.filter((id) => mayEnter(caller, id));
    const rows = projectIds.length === 0 ? [] : await store.queue.page(view as QueueView, projectIds, after, size + 1);
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    const at = (view === 'attention' ? last?.attention_since : last?.created_at) ?? 0;
    return {
      status: 200,
      body: {
        tickets: page.map(presentTicket),
        nextCursor: last === undefined ? null : encodeCursor({ at, ticketId: last.ticket_id }),
      },
    };
  },
});
