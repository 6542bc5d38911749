import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectsQuery } from '../data/queries/projects.ts';
import { parseQueueSearch, type QueueSearch } from '../data/queue/queue-search.ts';
import { useText } from '../i18n/text.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';

/** Shown if there is more than one project. */
export function ProjectSwitcher({ search }: { readonly search: QueueSearch }) {
  const { t } = useText();
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const { project } = search;
  if (projects.length < 2 && project === undefined) return null;
  const name = project === undefined ? t('label.all-projects') : projects.find(({ id }) => id === project)?.name;
  const go = (next: string) => void navigate({ to: '/queue', search: parseQueueSearch({ ...search, project: next }) });
  return (
    <LazyMenu
      position="bottom-start"
      width={240}
      entries={[
        {
          options: [
            { value: '', label: t('label.all-projects') },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ],
          value: project ?? '',
          onChange: go,
          closeOnClick: true,
        },
      ]}
      button={(trigger) => (
        <UnstyledButton
          {...trigger}
          className="project-switcher"
          aria-label={t('nav.project', { project: name ?? project ?? '' })}
        >
          <bdi title={name}>{name ?? project}</bdi>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      )}
    />
  );
}
