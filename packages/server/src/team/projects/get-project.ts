import { ProjectResponse } from '@player-support/contract/team/projects';
import { canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { presentProject } from './present-project.ts';

export const getProject = operation({
  id: 'GetProject',
  tag: 'Projects',
  summary: 'Get a project',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: ProjectResponse },

  async handle({ caller, params }, { store }) {
    const project = await store.projects.byId(params.projectId);
    if (project === undefined || !canAccessProject(caller, project.project_id)) throw new AppError('not-found');
    return { status: 200, body: presentProject(project) };
  },
});
