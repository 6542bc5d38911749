import { projectIdsOf } from '../domain/access.ts';
import { findTicket } from '../operations/find-ticket.ts';
import { visibleProjects } from '../operations/visible-projects.ts';
import type { Store } from '../store/store.ts';
import type { MemberRow } from '../store/tables.ts';
import { hasTickets, type News, type NewsItem } from './news-of-member.ts';

/** Of all mail: one server takes it. */
export const SMTP_TARGET = 'smtp';

/** Without texts, which are read when it is sent. */
export interface Payload extends News {
  /** With the daily summary. */
  readonly digest: boolean;
}

export interface ResolvedItem extends Pick<NewsItem, 'kind' | 'count'> {
  readonly project: { readonly id: string; readonly name: string };
  readonly tickets: readonly { readonly id: string; readonly number: number | null; readonly subject: string }[];
}

/** Leaves out deleted tickets, and what the member may no longer see. */
export async function resolveItems(store: Store, items: readonly NewsItem[], member: Pick<MemberRow, 'project_ids'>) {
  const visible = await visibleProjects(store, { projectIds: projectIdsOf(member.project_ids) });
  const projects = new Map(visible.map((project) => [project.project_id, project]));
  const resolved: ResolvedItem[] = [];
  for (const { kind, count, projectId, ticketIds } of items) {
    const project = projects.get(projectId);
    if (project === undefined) continue;
    const tickets = [];
    for (const id of ticketIds) {
      const ticket = await findTicket(store, id);
      if (ticket !== undefined) tickets.push({ id, number: ticket.number, subject: ticket.subject });
    }
    if (tickets.length === 0 && hasTickets(kind)) continue;
    const left = ticketIds.length - tickets.length;
    resolved.push({ kind, count: count - left, project: { id: projectId, name: project.name }, tickets });
  }
  return resolved;
}
