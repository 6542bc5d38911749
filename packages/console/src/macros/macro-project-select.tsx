import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../data/queries/projects.ts';
import { useQueueLocation } from '../data/queue/queue-location.ts';
import { useMember } from '../data/session/session.ts';
import { useNavigationProject } from '../data/use-navigation-project.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';

/** The option for all projects: a Select has no null. */
const ALL_PROJECTS = '';

/**
 * Returns the navigation's project. Null: all. Undefined: the member may not use all, and chooses
 * one.
 */
export function useDefaultProject(): string | null | undefined {
  const { projectIds } = useMember();
  const { search } = useQueueLocation();
  const chosen = useNavigationProject();
  if (projectIds !== null) return chosen;
  // With one project, all is right for the next project too.
  return search.project === undefined ? null : chosen;
}

interface Props {
  /** Undefined: none is chosen yet. */
  readonly value: string | null | undefined;
  readonly onChange: (projectId: string | null) => void;
  readonly error: unknown;
}

export function MacroProjectSelect({ value, onChange, error }: Props) {
  const { t } = useText();
  const hasAllProjects = useMember().projectIds === null;
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  return (
    <Select
      label={t('label.project')}
      data={[
        ...(hasAllProjects ? [{ value: ALL_PROJECTS, label: t('label.all-projects') }] : []),
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === undefined ? null : (value ?? ALL_PROJECTS)}
      onChange={(selected) => onChange(selected === ALL_PROJECTS ? null : selected)}
      error={fieldError(error, 'projectId')}
      allowDeselect={false}
      required
    />
  );
}
