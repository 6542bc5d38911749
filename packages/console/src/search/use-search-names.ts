import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../data/queries/projects.ts';
import { ticketTypeLabel } from '../data/ticket-type-label.ts';
import { useText } from '../i18n/text.ts';

export function useSearchNames() {
  const { language } = useText();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const find = (id: string) => projects.find((project) => project.id === id);
  const types = new Map(
    projects.flatMap(({ ticketTypes }) =>
      ticketTypes.map((one) => [one.type, ticketTypeLabel(one, language)] as const),
    ),
  );
  return {
    projects,
    types,
    projectName: (id: string) => find(id)?.name,
  };
}
export type SearchNames = ReturnType<typeof useSearchNames>;
