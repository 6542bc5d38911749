import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Access } from '../../data/access.ts';
import { projectsQuery } from '../../data/queries/projects.ts';
import { useText } from '../../i18n/text.ts';

export function AccessSummary({ role, projectIds }: Access) {
  const { t } = useText();
  const { data } = useQuery(projectsQuery);
  const names = projectIds?.map((id) => data?.projects.find((project) => project.id === id)?.name ?? id) ?? [];
  const projects =
    projectIds === null ? t('label.all-projects') : names.length === 0 ? t('label.no-projects') : names.join(', ');
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Badge variant="default" flex="0 0 auto">
        {t(`role.${role}`)}
      </Badge>
      <Text size="sm" c="dimmed" truncate title={projects}>
        {projects}
      </Text>
    </Group>
  );
}
