import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../data/queries/projects.ts';
import { ticketTypeLabel } from '../data/ticket-type-label.ts';
import { useText } from '../i18n/text.ts';

/** The projects of the member, and the names in them. */
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
    /** The ticket types of all projects, with one of their labels. */
    types,
    projectName: (id: string) => find(id)?.name,
  };
}
export type SearchNames = ReturnType<typeof useSearchNames>;
