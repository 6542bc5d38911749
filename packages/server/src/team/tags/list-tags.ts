import { MAX_COUNTED_TAGS, MAX_LISTED_TAGS, MAX_TAGGED_TICKETS } from '@player-support/contract/limits';
import { ListTagsQuery, type TagResponse, TagsResponse } from '@player-support/contract/team/tags';
import { inTurns } from '../../domain/in-turns.ts';
import { nextTurn } from '../../domain/next-turn.ts';
import { normalizeTag } from '../../domain/tags.ts';
import { operation } from '../../operations/operation.ts';
import type { Store } from '../../store/store.ts';
import type { TagPlace } from '../../store/tagged-tickets.ts';
import { actionsOf } from '../macros/macro-content.ts';
import { tagsOf } from '../tickets/present-ticket.ts';
import { isVisible } from '../views/view-access.ts';
import { isInScope, requireTagScope, tagsInFilter } from './tag-users.ts';

/** Tickets per statement. */
const PAGE = 2000;

export const listTags = operation({
  id: 'ListTags',
  tag: 'Tags',
  summary: 'List the tags of tickets, macros and saved views',
  description: `With the number of tickets, macros and saved views that name each. A tag that only private views of other members name is not listed. Counts at most ${MAX_TAGGED_TICKETS} tickets with tags, and ${MAX_COUNTED_TAGS} different tags.`,
  method: 'GET',
  url: '/api/v1/team/tags',
  auth: 'team',
  role: 'admin',
  query: ListTagsQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: TagsResponse },
  failures: [404],

  async handle({ caller, query }, { store, expensiveReads }) {
    const { projectId } = query;
    await requireTagScope(store, caller, projectId);
    return expensiveReads.run(caller, async () => {
      const { counts, capped } = await countTickets(store, projectId);
      const tags = new Map<string, TagResponse>();
      let isFull = capped;
      const add = (tag: string, kind: keyof Omit<TagResponse, 'tag'>, count = 1) => {
        const found = tags.get(tag) ?? { tag, tickets: 0, macros: 0, views: 0, kept: 0 };
        if (tags.size === MAX_COUNTED_TAGS && !tags.has(tag)) isFull = true;
        else tags.set(tag, { ...found, [kind]: found[kind] + count });
      };
      for (const [tag, tickets] of counts) add(tag, 'tickets', tickets);
      await inTurns(await store.macros.list(projectId === undefined ? null : [projectId]), (macro) => {
        for (const tag of new Set((actionsOf(macro).addTags ?? []).map(normalizeTag))) {
          add(tag, isInScope(macro, projectId) ? 'macros' : 'kept');
        }
      });
      const views = (await store.savedViews.aboutTags()).map((view) => ({ view, isSeen: isVisible(caller, view) }));
      // Views hidden from the caller come last: they count only for listed tags.
      await inTurns(
        views.sort((a, b) => Number(b.isSeen) - Number(a.isSeen)),
        ({ view, isSeen }) => {
          const isHere = isInScope(view, projectId);
          if (!isHere && (view.project_id !== null || !isSeen)) return;
          for (const tag of tagsInFilter(view.filter)) {
            if (isSeen || tags.has(tag)) add(tag, isHere ? 'views' : 'kept');
          }
        },
      );
      const listed = [...tags.values()]
        .sort((a, b) => b.tickets - a.tickets)
        .slice(0, MAX_LISTED_TAGS)
        .sort((a, b) => (a.tag < b.tag ? -1 : 1));
      return { status: 200, body: { tags: listed, capped: isFull || tags.size > MAX_LISTED_TAGS } };
    });
  },
});

/** Counts tickets by tag. Leaves out different tags after the first MAX_COUNTED_TAGS. */
export async function countTickets({ taggedTickets }: Pick<Store, 'taggedTickets'>, projectId: string | undefined) {
  const counts = new Map<string, number>();
  let after: TagPlace | undefined;
  let isEnd = false;
  let isFull = false;
  for (let read = 0; !isEnd && read < MAX_TAGGED_TICKETS; read += PAGE) {
    const rows = await taggedTickets.page(projectId, after, PAGE);
    await inTurns(rows, ({ tags }) => {
      for (const tag of tagsOf(tags)) {
        const count = counts.get(tag) ?? 0;
        if (count === 0 && counts.size === MAX_COUNTED_TAGS) isFull = true;
        else counts.set(tag, count + 1);
      }
    });
    const last = rows.at(-1);
    if (last !== undefined) after = { projectId: last.project_id, ticketId: last.ticket_id };
    isEnd = rows.length < PAGE;
    await nextTurn();
  }
  return { counts, capped: !isEnd || isFull };
}
