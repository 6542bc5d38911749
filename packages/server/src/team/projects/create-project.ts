import { CreateProjectRequest, ProjectResponse } from '@player-support/contract/team/projects';
import { newProject } from '../../domain/project.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { created, operation } from '../../operations/operation.ts';
import { presentProject } from './present-project.ts';

export const createProject = operation({
  id: 'CreateProject',
  tag: 'Projects',
  summary: 'Create a project',
  method: 'POST',
  url: '/api/v1/team/projects',
  auth: 'team',
  role: 'admin',
  body: CreateProjectRequest,
  audited: true,
  success: { status: 201, schema: ProjectResponse },

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    // Otherwise the caller could not enter the new project.
    if (caller.projectIds !== null) throw new AppError('forbidden', { detail: 'This needs access to all projects.' });
    const project = newProject(body.name, now);
    await audited(call, store, async (tx) => {
      await tx.projects.insert(project);
      return [undefined, { target: project.project_id, projectId: project.project_id }];
    });
    live.settingsChanged('projects');
    return created(`/api/v1/team/projects/${project.project_id}`, presentProject(project));
  },
});
