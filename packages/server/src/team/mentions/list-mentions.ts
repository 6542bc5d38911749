import { MAX_LISTED_MENTIONS, MAX_UNREAD_MENTIONS } from '@player-support/contract/limits';
import { MentionsQuery, MentionsResponse } from '@player-support/contract/team/mentions';
import { isId } from '../../domain/ids.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import { invalid } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import type { MentionRow } from '../../store/tables.ts';

export const listMentions = operation({
  id: 'ListMentions',
  tag: 'Mentions',
  summary: 'List the notes that mention you',
  description: 'Newest first, in projects that you may see.',
  method: 'GET',
  url: '/api/v1/team/mentions',
  auth: 'member',
  role: 'viewer',
  query: MentionsQuery,
  success: { status: 200, schema: MentionsResponse },

  async handle({ caller, query: { cursor: before } }, { store }) {
    if (before !== undefined && !isId('message', before)) throw invalid('cursor', 'wrong-cursor');
    const projects = await visibleProjects(store, caller);
    const reader = { memberId: caller.id, projectIds: projects.map(({ project_id }) => project_id) };
    const rows = await store.mentions.page(reader, before, MAX_LISTED_MENTIONS + 1);
    const unread = await store.mentions.countUnread(reader, MAX_UNREAD_MENTIONS);
    const page = rows.slice(0, MAX_LISTED_MENTIONS);
    const nextCursor = rows.length > page.length ? (page.at(-1)?.message_id ?? null) : null;
    return { status: 200, body: { mentions: page.map(present), unread, nextCursor } };
  },
});

function present(row: MentionRow) {
  return {
    messageId: row.message_id,
    ticketId: row.ticket_id,
    projectId: row.project_id,
    subject: row.subject,
    excerpt: row.excerpt,
    author: { id: row.author_id, name: row.author_name },
    createdAt: iso(row.created_at),
    readAt: isoOrNull(row.read_at),
  };
}
