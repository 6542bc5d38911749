import { ProjectsResponse } from '@player-support/contract/team/projects';
import { canAccessProject } from '../../domain/access.ts';
import { operation } from '../../operations/operation.ts';
import { presentProject } from './present-project.ts';

export const listProjects = operation({
  id: 'ListProjects',
  tag: 'Projects',
  summary: 'List projects',
  description: 'Oldest first. Only projects that you have access to.',
  method: 'GET',
  url: '/api/v1/team/projects',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: ProjectsResponse },

  async handle({ caller }, { store, config }) {
    const projects = await store.projects.list();
    const visible = projects.filter(({ project_id }) => canAccessProject(caller, project_id));
    return { status: 200, body: { projects: visible.map(presentProject), publicUrl: config.publicUrl || null } };
  },
});
