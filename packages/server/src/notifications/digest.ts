import { COUNT_CAP } from '@player-support/contract/limits';
import { projectIdsOf } from '../domain/access.ts';
import { attentionOf, BUDGET, cappedCount, sumOf, type ViewCount } from '../operations/view-counts.ts';
import { visibleProjects } from '../operations/visible-projects.ts';
import type { Store } from '../store/store.ts';
import type { MemberRow, NotificationSettingRow } from '../store/tables.ts';
import { oneLine } from './message-text.ts';
import { languageOf, TEXTS } from './texts.ts';

const number = ({ count, capped }: ViewCount) => (capped ? `${count}+` : String(count));

/** What waits in the member's projects and for the member, with the console's numbers. */
export async function digestLines(
  store: Store,
  member: Pick<MemberRow, 'member_id' | 'project_ids'>,
  language: NotificationSettingRow['language'],
): Promise<string[]> {
  const texts = TEXTS[languageOf(language)];
  const projects = await visibleProjects(store, { projectIds: projectIdsOf(member.project_ids) });
  const ids = projects.map(({ project_id }) => project_id);
  const counts = Map.groupBy(await store.queueCounts.byStatus(ids, {}, BUDGET), ({ projectId }) => projectId);
  const lines = projects.flatMap(({ project_id, name }) => {
    const ofProject = counts.get(project_id) ?? [];
    const [attention, pending] = [attentionOf(ofProject), sumOf(ofProject, ['pending'])];
    if (attention.count + pending.count === 0) return [];
    return [texts.digestProject(oneLine(name), number(attention), number(pending))];
  });
  const mine = await store.queueCounts.ofMember(member.member_id, ids, {}, COUNT_CAP + 1);
  return [...lines, texts.digestMine(number(cappedCount(mine)))];
}
