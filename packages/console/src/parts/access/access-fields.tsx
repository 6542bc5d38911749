import { Checkbox, MultiSelect, Radio, Stack } from '@mantine/core';
import type { Role } from '@player-support/contract/enums';
import { useQuery } from '@tanstack/react-query';
import { type Access, rolesUpTo } from '../../data/access.ts';
import { projectsQuery } from '../../data/queries/projects.ts';
import { useMember } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { fieldError } from '../../ui/form-errors.ts';

interface Props {
  readonly value: Access;
  readonly onChange: (access: Access) => void;
  readonly error: unknown;
  /** For an API key: as a viewer, it writes no notes. */
  readonly isKey?: boolean;
}

export function AccessFields({ value: { role, projectIds }, onChange, error, isKey = false }: Props) {
  const { t } = useText();
  const member = useMember();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const ids = new Set(projects.map(({ id }) => id));
  const options = [
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...(projectIds ?? []).filter((id) => !ids.has(id)).map((id) => ({ value: id, label: id })),
  ];
  return (
    <>
      <Radio.Group
        label={t('access.role')}
        value={role}
        onChange={(value) => onChange({ role: value as Role, projectIds })}
        error={fieldError(error, 'role')}
      >
        <Stack gap="xs" mt={6}>
          {rolesUpTo(member.role).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`role.${one}`)}
              description={t(isKey && one === 'viewer' ? 'role.viewer.key' : `role.${one}.description`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Stack gap="xs">
        {member.projectIds === null && (
          <Checkbox
            checked={projectIds === null}
            onChange={({ currentTarget }) => onChange({ role, projectIds: currentTarget.checked ? null : [] })}
            label={t('label.all-projects')}
            description={t('access.all.hint')}
          />
        )}
        {projectIds !== null && (
          <MultiSelect
            label={t('settings.projects')}
            data={options}
            value={[...projectIds]}
            onChange={(value) => onChange({ role, projectIds: value })}
            placeholder={projectIds.length === 0 ? t('access.projects.none') : ''}
            error={fieldError(error, 'projectIds')}
            comboboxProps={{ withinPortal: true }}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('access.projects.clear') }}
            hidePickedOptions
          />
        )}
      </Stack>
    </>
  );
}
