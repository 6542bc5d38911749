import { MAX_LISTED_TAGS, MAX_TAGGED_TICKETS } from '@player-support/contract/limits';
import { ListTagsQuery, type TagResponse, TagsResponse } from '@player-support/contract/team/tags';
import { nextTurn } from '../../domain/next-turn.ts';
import { normalizeTag } from '../../domain/tags.ts';
import { operation } from '../../operations/operation.ts';
import type { Store } from '../../store/store.ts';
import type { TagPlace } from '../../store/tagged-tickets.ts';
import { actionsOf } from '../macros/macro-content.ts';
import { tagsOf } from '../tickets/present-ticket.ts';
import { tagsInFilter } from './filter-tags.ts';
import { isInScope, requireTagScope } from './tag-scope.ts';

/** Tickets that one statement reads. */
const PAGE = 2000;

export const listTags = operation({
  id: 'ListTags',
  summary: 'List the tags of tickets, macros and saved views',
  description: `With the number of tickets, macros and saved views that name each. Counts at most ${MAX_TAGGED_TICKETS} tickets with tags.`,
  method: 'GET',
  url: '/api/v1/team/tags',
  auth: 'team',
  role: 'admin',
  query: ListTagsQuery,
  success: { status: 200, schema: TagsResponse },
  failures: [404],

  async handle({ caller, query }, { store, expensiveReads }) {
    const { projectId } = query;
    await requireTagScope(store, caller, projectId);
    return expensiveReads.run(caller.id, async () => {
      const { counts, capped } = await countTickets(store, projectId);
      const tags = new Map<string, TagResponse>();
      const add = (tag: string, change: Partial<TagResponse>) =>
        tags.set(tag, { ...(tags.get(tag) ?? { tag, tickets: 0, macros: 0, views: 0, kept: 0 }), ...change });
      const found = (tag: string) => tags.get(tag) ?? { macros: 0, views: 0, kept: 0 };
      for (const [tag, tickets] of counts) add(tag, { tickets });
      for (const macro of await store.macros.list(projectId === undefined ? null : [projectId])) {
        for (const tag of new Set((actionsOf(macro).addTags ?? []).map(normalizeTag))) {
          const { macros, kept } = found(tag);
          add(tag, isInScope(macro, projectId) ? { macros: macros + 1 } : { kept: kept + 1 });
        }
      }
      for (const view of await store.savedViews.aboutTags()) {
        const isHere = isInScope(view, projectId);
        if (!isHere && view.project_id !== null) continue;
        for (const tag of tagsInFilter(view.filter)) {
          const { views, kept } = found(tag);
          add(tag, isHere ? { views: views + 1 } : { kept: kept + 1 });
        }
      }
      const listed = [...tags.values()]
        .sort((a, b) => b.tickets - a.tickets)
        .slice(0, MAX_LISTED_TAGS)
        .sort((a, b) => (a.tag < b.tag ? -1 : 1));
      return { status: 200, body: { tags: listed, capped: capped || tags.size > MAX_LISTED_TAGS } };
    });
  },
});

/** How many tickets have each tag. Many have the same ones, so each text is parsed once. */
async function countTickets({ taggedTickets }: Pick<Store, 'taggedTickets'>, projectId: string | undefined) {
  const texts = new Map<string, number>();
  let after: TagPlace | undefined;
  let isEnd = false;
  for (let read = 0; !isEnd && read < MAX_TAGGED_TICKETS; read += PAGE) {
    const rows = await taggedTickets.page(projectId, after, PAGE);
    for (const { tags } of rows) if (tags !== null) texts.set(tags, (texts.get(tags) ?? 0) + 1);
    const last = rows.at(-1);
    if (last !== undefined) after = { projectId: last.project_id, ticketId: last.ticket_id };
    isEnd = rows.length < PAGE;
    await nextTurn();
  }
  const counts = new Map<string, number>();
  for (const [text, count] of texts) {
    for (const tag of tagsOf(text)) counts.set(tag, (counts.get(tag) ?? 0) + count);
  }
  return { counts, capped: !isEnd };
}
