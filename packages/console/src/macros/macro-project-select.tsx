import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { projectsQuery } from '../projects/queries.ts';
import { fieldError } from '../ui/form-errors.ts';

/** The option for all projects: a Select has no null. */
const ALL_PROJECTS = '';

/** The project of a new macro at first: null, for every project, if the member may do that. */
export function useDefaultProject(): string | null {
  return useMember().projectIds?.[0] ?? null;
}

interface Props {
  readonly value: string | null;
  readonly onChange: (projectId: string | null) => void;
  readonly error: unknown;
}

/** Selects one project or all. */
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
      value={value ?? ALL_PROJECTS}
      onChange={(selected) => onChange(selected === ALL_PROJECTS ? null : selected)}
      error={fieldError(error, 'projectId')}
      allowDeselect={false}
    />
  );
}
