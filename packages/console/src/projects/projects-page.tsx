import { Button } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { IconDeviceGamepad2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../app/page.tsx';
import { useMay, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { RowsSkeleton } from '../ui/rows.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { projectsQuery } from './queries.ts';

/** The games, each with the key that it sends. */
export function ProjectsPage() {
  const { t } = useText();
  const { projectIds } = useMember();
  // The server wants it so: a new project would be out of reach of its own creator.
  const mayCreate = useMay('admin') && projectIds === null;
  const projects = useQuery(projectsQuery);
  const [creating, setCreating] = useState(false);
  const [edited, setEdited] = useState<ProjectResponse>();
  const [taught, setTaught] = useState<string>();
  const create = mayCreate && (
    <Button onClick={() => setCreating(true)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('projects.create')}
    </Button>
  );
  const list = projects.data?.projects;
  return (
    <Page title={t('settings.projects')} actions={list !== undefined && list.length > 0 && create}>
      {projects.isPending && <RowsSkeleton />}
      {projects.isError && list === undefined && (
        <LoadError error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          icon={<IconDeviceGamepad2 size={20} />}
          title={t('projects.empty.title')}
          text={t(mayCreate ? 'projects.empty.text' : 'projects.empty.ask')}
          action={create}
        />
      )}
      {list?.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          taught={taught === project.id}
          onTeach={(on) => setTaught(on ? project.id : undefined)}
          onEdit={() => setEdited(project)}
        />
      ))}
      {creating && <NewProjectDialog onCreated={({ id }) => setTaught(id)} onClose={() => setCreating(false)} />}
      {edited !== undefined && <ProjectDialog project={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
