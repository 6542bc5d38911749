import {
  CreateProjectRequest,
  ProjectResponse,
  ProjectsResponse,
  UpdateProjectRequest,
} from '@player-support/contract/team';
import { newProject } from '../domain/project.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { presentProject } from './present.ts';

export const createProject = operation({
  id: 'CreateProject',
  summary: 'Create a project',
  method: 'POST',
  url: '/api/v1/team/projects',
  auth: 'team',
  body: CreateProjectRequest,
  success: { status: 201, schema: ProjectResponse },
  failures: problems(400, 401, 429),

  async handle({ body, now }, { store }) {
    const project = newProject(body.name, now);
    await store.projects.insert(project);
    return {
      status: 201,
      body: presentProject(project),
      headers: { location: `/api/v1/team/projects/${project.project_id}` },
    };
  },
});

export const listProjects = operation({
  id: 'ListProjects',
  summary: 'List all projects, oldest first',
  method: 'GET',
  url: '/api/v1/team/projects',
  auth: 'team',
  success: { status: 200, schema: ProjectsResponse },
  failures: problems(401, 429),

  async handle(_call, { store }) {
    return { status: 200, body: { projects: (await store.projects.list()).map(presentProject) } };
  },
});

export const getProject = operation({
  id: 'GetProject',
  summary: 'Get one project',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId',
  auth: 'team',
  success: { status: 200, schema: ProjectResponse },
  failures: problems(401, 404, 429),

  async handle({ params }, { store }) {
    const project = await store.projects.byId(params.projectId ?? '');
    if (project === undefined) throw new AppError('not-found');
    return { status: 200, body: presentProject(project) };
  },
});

export const updateProject = operation({
  id: 'UpdateProject',
  summary: "Change a project's name, status or settings; what is absent stays",
  method: 'PATCH',
  url: '/api/v1/team/projects/:projectId',
  auth: 'team',
  body: UpdateProjectRequest,
  success: { status: 200, schema: ProjectResponse },
  failures: problems(400, 401, 404, 429),

  async handle({ body, params }, { store, directory }) {
    const project = await store.projects.update({
      id: params.projectId ?? '',
      name: body.name ?? null,
      status: body.status ?? null,
      autoCloseDays: body.autoCloseDays ?? null,
      ticketTypes: body.ticketTypes === undefined ? null : JSON.stringify(body.ticketTypes),
    });
    if (project === undefined) throw new AppError('not-found');
    directory.forget(project.project_id);
    return { status: 200, body: presentProject(project) };
  },
});
