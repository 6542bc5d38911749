import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '../../i18n/text.ts';
import { membersQuery } from '../queries/members.ts';
import { projectsQuery } from '../queries/projects.ts';
import { ticketTypeLabel } from '../ticket-type-label.ts';

const NO_MEMBERS: readonly ListedMemberResponse[] = [];

export function useQueueNames() {
  const { t, language } = useText();
  const { data: projectData } = useQuery(projectsQuery);
  const { data: memberData } = useQuery(membersQuery);
  return useMemo(() => {
    const projects = projectData?.projects;
    const members = memberData?.members ?? NO_MEMBERS;
    const projectNames = new Map(projects?.map(({ id, name }) => [id, name]));
    const memberNames = new Map(members.map(({ id, name }) => [id, name]));
    const labels = new Map<string, string>();
    for (const { id, ticketTypes } of projects ?? []) {
      for (const one of ticketTypes) {
        const label = ticketTypeLabel(one, language);
        labels.set(one.type, label).set(`${id} ${one.type}`, label);
      }
    }
    return {
      projects,
      members,
      projectName: (id: string) => projectNames.get(id) ?? id,
      memberName: (id: string) => memberNames.get(id) ?? t('queue.assignee.former'),
      /** Finds the label in one project, or in any that has the type. */
      typeLabel: (type: string, projectId?: string) =>
        labels.get(projectId === undefined ? type : `${projectId} ${type}`) ?? type,
    };
  }, [projectData, memberData, t, language]);
}
export type QueueNames = ReturnType<typeof useQueueNames>;
