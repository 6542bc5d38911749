import { NextTicketResponse, OfferNextTicketRequest } from '@player-support/contract/team/queue';
import { targetMs } from '../../domain/response-targets.ts';
import type { Context } from '../../operations/context.ts';
import { findTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import type { QueuePosition } from '../../store/queue-order.ts';
import type { QueueRow } from '../../store/queue-page.ts';
import type { Store } from '../../store/store.ts';
import type { ProjectRow } from '../../store/tables.ts';
import { presentTicket, targetsIn } from './present-ticket.ts';
import { queueProject } from './queue-request.ts';

/** After so many, others work on all that come first. */
const MAX_PAGES = 5;
const PAGE = 50;

export const offerNextTicket = operation({
  id: 'OfferNextTicket',
  tag: 'Tickets',
  summary: 'Be offered the ticket to answer next',
  description:
    'The first ticket in the order of the view `attention` that you can take: it is assigned to you or to nobody, and nobody else with the role `agent` or a higher one has it open. With `after`, the first one after that ticket; if there is none, the first one. A node does not offer the same ticket to another member within ten seconds.',
  // No GET: another site could make a browser send one, and take all offers.
  method: 'POST',
  url: '/api/v1/team/tickets/next',
  auth: 'member',
  role: 'agent',
  storesNothing: true,
  body: OfferNextTicketRequest,
  needs: ['expensiveReads'],
  success: { status: 200, schema: NextTicketResponse },

  async handle({ caller, body }, { store, live, expensiveReads }) {
    const projects = await visibleProjects(store, caller, body.projectId);
    const after = body.after === undefined ? undefined : await positionOf(store, projects, body.after);
    const search = { store, live, projects, memberId: caller.id, except: body.after };
    const row = await expensiveReads.run(
      caller,
      async () => (after && (await takeFirst({ ...search, after }))) ?? (await takeFirst(search)),
    );
    return { status: 200, body: { ticket: row === undefined ? null : presentTicket(row, projects) } };
  },
});

/** Finds a place in `attention`. Undefined: it does not wait in these projects. */
async function positionOf(store: Store, projects: readonly ProjectRow[], ticketId: string) {
  const ticket = await findTicket(store, ticketId);
  if (ticket === undefined || ticket.attention_since === null || ticket.player_blocked === 1) return undefined;
  if (!projects.some(({ project_id }) => project_id === ticket.project_id)) return undefined;
  const { ticket_id, attention_since, priority } = ticket;
  return { at: attention_since + targetMs(targetsIn(projects, ticket), priority), ticketId: ticket_id, priority };
}

interface Search extends Pick<Context, 'store' | 'live'> {
  readonly projects: readonly ProjectRow[];
  readonly memberId: string;
  readonly except: string | undefined;
  readonly after?: QueuePosition | undefined;
}

/** Takes the first free ticket. No await between check and offer: no two requests take the same. */
async function takeFirst(search: Search): Promise<QueueRow | undefined> {
  const found = [...(await candidates(search, null)), ...(await candidates(search, search.memberId))];
  const dueAt = (row: QueueRow) => (row.attention_since ?? 0) + targetMs(targetsIn(search.projects, row), row.priority);
  const [first] = found
    .filter((row) => isFree(search, row))
    .sort((a, b) => b.priority - a.priority || dueAt(a) - dueAt(b) || (a.ticket_id < b.ticket_id ? -1 : 1));
  if (first !== undefined) search.live.offers.add(first.ticket_id, search.memberId);
  return first;
}

function isFree({ live, memberId, except }: Search, { ticket_id: id }: QueueRow): boolean {
  return id !== except && !live.isOpenElsewhere(id, memberId) && !live.offers.isTaken(id, memberId);
}

/** Reads free tickets of the first page with any. */
async function candidates(search: Search, assigneeId: string | null): Promise<QueueRow[]> {
  const projects = search.projects.map(queueProject);
  let after = search.after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { rows, next } = await search.store.queue.page({
      view: 'attention',
      sort: 'priority',
      filter: { assigneeId },
      projects,
      after,
      limit: PAGE,
    });
    const free = rows.filter((row) => isFree(search, row));
    if (free.length > 0 || next === null) return free;
    after = next;
  }
  return [];
}
