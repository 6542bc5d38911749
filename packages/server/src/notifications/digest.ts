import { COUNT_CAP } from '@player-support/contract/limits';
import { canAccessProject, projectIdsOf } from '../domain/access.ts';
import type { Store } from '../store/store.ts';
import type { MemberRow, NotificationSettingRow } from '../store/tables.ts';
import { TEXTS } from './texts.ts';
import { oneLine } from './webhook-message.ts';

/** How many tickets of a project are read. */
const BUDGET = { perRange: COUNT_CAP + 1, total: 4 * (COUNT_CAP + 1) };

/** The lines of the daily digest: what waits in each project of a member, and for the member. */
export async function digestLines(
  store: Store,
  member: Pick<MemberRow, 'member_id' | 'project_ids'>,
  language: NotificationSettingRow['language'],
): Promise<string[]> {
  const texts = TEXTS[language];
  const access = { projectIds: projectIdsOf(member.project_ids) };
  const projects = (await store.projects.list()).filter(({ project_id }) => canAccessProject(access, project_id));
  const number = ({ count, capped }: { readonly count: number; readonly capped: boolean }) =>
    capped || count > COUNT_CAP ? `${Math.min(count, COUNT_CAP)}+` : String(count);
  const lines: string[] = [];
  for (const { project_id, name } of projects) {
    const counts = await store.queueCounts.byStatus([project_id], {}, BUDGET);
    const of = (status: 'open' | 'pending') =>
      counts.find((row) => row.status === status) ?? { count: 0, capped: false };
    if (of('open').count + of('pending').count === 0) continue;
    lines.push(texts.digestProject(oneLine(name), number(of('open')), number(of('pending'))));
  }
  const ids = projects.map(({ project_id }) => project_id);
  return [
    ...lines,
    texts.digestMine(number(await store.queueCounts.ofMember(member.member_id, ids, {}, COUNT_CAP + 1))),
  ];
}
