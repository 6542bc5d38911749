import { ProjectResponse } from '@player-support/contract/team/projects';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
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
    return { status: 200, body: presentProject(await findProject(store, caller, params.projectId)) };
  },
});
