import { MAX_TAG_TICKETS } from '@player-support/contract/limits';
import { UpdatedTagResponse, UpdateTagRequest } from '@player-support/contract/team/tags';
import { nextTurn } from '../../domain/next-turn.ts';
import { normalizeTag, withReplaced } from '../../domain/tags.ts';
import { invalid } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { lockTicketIfAny } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';
import type { Store } from '../../store/store.ts';
import type { SavedViewRow, TicketRow } from '../../store/tables.ts';
import type { TagPlace } from '../../store/tagged-tickets.ts';
import { changeTicket } from '../tickets/change-ticket.ts';
import { tagsOf } from '../tickets/present-ticket.ts';
import { toldOf } from '../views/view-access.ts';
import { requireRoomInViews, requireTagScope, updateMacros, updateViews } from './tag-users.ts';

/** Tickets per statement, and statements per request. */
const PAGE = 1000;
const MAX_PAGES = 10;

export const updateTag = operation({
  id: 'UpdateTag',
  tag: 'Tags',
  summary: 'Rename, merge or delete a tag',
  description: `Changes up to ${MAX_TAG_TICKETS} tickets, also merged and closed ones. As long as there is a \`nextCursor\`, send the request again with it. The last request, whose response has none, also changes macros, and the saved views of all members: a renamed tag has its new name there too. Until then they have the old name, as most tickets do. A deleted tag is taken out of macros, and stays in the filters of saved views. With \`projectId\`, macros and views for all projects stay as they are. To repeat requests does no harm. If they stop before the last one, begin again without a \`cursor\`.`,
  method: 'PATCH',
  url: '/api/v1/team/tags',
  auth: 'team',
  role: 'admin',
  body: UpdateTagRequest,
  audited: true,
  needs: ['expensiveReads'],
  success: { status: 200, schema: UpdatedTagResponse },
  failures: [404],

  async handle(call, { store, live, expensiveReads }) {
    const { body, caller, now } = call;
    const { projectId, cursor } = body;
    const tag = normalizeTag(body.tag);
    const newTag = body.newTag === null ? null : normalizeTag(body.newTag);
    if (newTag === tag) throw invalid('newTag', 'same-tag');
    const after = cursor === undefined ? undefined : decodeTagCursor(cursor);
    if (cursor !== undefined && after === undefined) throw invalid('cursor', 'wrong-response-cursor');
    await requireTagScope(store, caller, projectId);
    // Before any ticket changes: views change last, too late to refuse.
    if (after === undefined && newTag !== null) await requireRoomInViews(store, { tag, newTag, projectId });
    const found = await expensiveReads.run(caller, () => findTickets(store, tag, projectId, after));
    const isLast = found.next === undefined;

    const { tickets, macros, views } = await store.transaction(async (tx) => {
      const tickets: TicketRow[] = [];
      // Ids begin with the player's, so players are locked in order.
      for (const id of found.ticketIds.toSorted()) {
        const ticket = await lockTicketIfAny(tx, caller, id);
        const tags = tagsOf(ticket?.tags ?? null);
        if (ticket === undefined || !tags.includes(tag)) continue;
        if (projectId !== undefined && ticket.project_id !== projectId) continue;
        await changeTicket(tx, call, ticket, { tags: withReplaced(tags, tag, newTag) }, 'newTag');
        tickets.push(ticket);
      }
      // Last, so that no view asks for a name that most tickets lack.
      const macros = isLast ? await updateMacros(tx, { tag, newTag, projectId }) : 0;
      const views: SavedViewRow[] =
        isLast && newTag !== null ? await updateViews(tx, { tag, newTag, projectId, now }) : [];
      if (tickets.length + macros + views.length > 0) {
        const ticketIds = tickets.map(({ ticket_id }) => ticket_id);
        const addTags = newTag === null ? undefined : [newTag];
        const details = { ticketIds, addTags, removeTags: [tag], macros, views: views.length };
        await record(tx, call, { projectId, details });
      }
      return { tickets, macros, views };
    });
    for (const { project_id, ticket_id } of tickets) live.ticketChanged(project_id, ticket_id);
    if (macros > 0) live.settingsChanged('macros');
    for (const view of views) live.viewsChanged(toldOf(view));
    // Only at the end: counting the tags takes long.
    if (isLast) live.settingsChanged('tags');
    const nextCursor = found.next === undefined ? null : encodeTagCursor(found.next);
    return { status: 200, body: { tickets: tickets.length, nextCursor } };
  },
});

/** The next request continues after this ticket. Clients must not interpret it. */
export const encodeTagCursor = ({ projectId, ticketId }: TagPlace): string =>
  Buffer.from(`${projectId} ${ticketId}`).toString('base64url');

/** Undefined: no cursor of this server. */
function decodeTagCursor(cursor: string): TagPlace | undefined {
  const [, projectId, ticketId] = /^(\w{1,100}) (\w{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return projectId === undefined || ticketId === undefined ? undefined : { projectId, ticketId };
}

/** Finds tickets with a tag, and the place after which there may be more. */
async function findTickets({ taggedTickets }: Store, tag: string, projectId: string | undefined, after?: TagPlace) {
  const ticketIds: string[] = [];
  let next = after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = await taggedTickets.page(projectId, next, PAGE);
    for (const { project_id, ticket_id, tags } of rows) {
      if (tagsOf(tags).includes(tag)) {
        // Looks ahead: the last tickets change together with the views.
        if (ticketIds.length === MAX_TAG_TICKETS) return { ticketIds, next };
        ticketIds.push(ticket_id);
      }
      next = { projectId: project_id, ticketId: ticket_id };
    }
    if (rows.length < PAGE) return { ticketIds, next: undefined };
    await nextTurn();
  }
  return { ticketIds, next };
}
