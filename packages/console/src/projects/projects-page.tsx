import { Button, EmptyState } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { IconDeviceGamepad2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NEW_PROJECT, projectsQuery } from '../data/queries/projects.ts';
import { useHasRole, useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

export function ProjectsPage() {
  const { t } = useText();
  const { projectIds } = useMember();
  // Otherwise the creator could not access the new project, so the server requires it.
  const canCreate = useHasRole('admin') && projectIds === null;
  const projects = useQuery(projectsQuery);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(canCreate && hash === NEW_PROJECT);
  const close = () => {
    setCreating(false);
    if (hash !== '') void navigate({ to: '/settings/projects', replace: true });
  };
  const [edited, setEdited] = useState<ProjectResponse>();
  const [expandedId, setExpandedId] = useState<string>();
  const create = canCreate && (
    <Button onClick={() => setCreating(true)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('projects.create')}
    </Button>
  );
  const list = projects.data?.projects;
  return (
    <Page title={t('settings.projects')} actions={list !== undefined && list.length > 0 && create}>
      <LoadedList
        query={projects}
        list={list}
        empty={
          <EmptyState
            icon={<IconDeviceGamepad2 aria-hidden />}
            title={t('projects.empty.title')}
            description={t(canCreate ? 'projects.empty.text' : 'projects.empty.ask')}
          >
            {create}
          </EmptyState>
        }
      >
        {list?.map((project) => (
          <ProjectCard
            key={project.id}
            project={project}
            url={projects.data?.publicUrl ?? location.origin}
            isExpanded={expandedId === project.id}
            onExpandedChange={(isExpanded) => setExpandedId(isExpanded ? project.id : undefined)}
            onEdit={() => setEdited(project)}
          />
        ))}
      </LoadedList>
      {creating && <NewProjectDialog onCreated={({ id }) => setExpandedId(id)} onClose={close} />}
      {edited !== undefined && <ProjectDialog project={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
