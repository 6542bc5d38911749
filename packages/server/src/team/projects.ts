import {
  CreateProjectRequest,
  type ProjectLimits,
  ProjectResponse,
  ProjectsResponse,
  type TicketType,
  UpdateProjectRequest,
} from '@player-support/contract/team';
import { mayEnter } from '../domain/access.ts';
import { newProject } from '../domain/project.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { audited } from './audited.ts';
import { presentProject } from './present.ts';

const FIELDS = [
  'name',
  'status',
  'autoCloseDays',
  'ticketTypes',
  'limits',
] as const satisfies (keyof UpdateProjectRequest)[];

const storedTypes = (types: readonly TicketType[]) => JSON.stringify(types.map(({ type, label }) => ({ type, label })));

export const createProject = operation({
  id: 'CreateProject',
  summary: 'Create a project',
  method: 'POST',
  url: '/api/v1/team/projects',
  auth: 'team',
  role: 'admin',
  body: CreateProjectRequest,
  success: { status: 201, schema: ProjectResponse },
  failures: problems(400, 401, 403, 429),

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    // It would be out of reach of its own creator.
    if (caller.projectIds !== null) throw new AppError('forbidden', { detail: 'This takes access to all projects.' });
    const project = newProject(body.name, now);
    await audited(call, store, async (tx) => {
      await tx.projects.insert(project);
      return [undefined, { target: project.project_id, projectId: project.project_id }];
    });
    live.settingsChanged('projects');
    return {
      status: 201,
      body: presentProject(project),
      headers: { location: `/api/v1/team/projects/${project.project_id}` },
    };
  },
});

export const listProjects = operation({
  id: 'ListProjects',
  summary: 'List the projects that one may enter, oldest first',
  method: 'GET',
  url: '/api/v1/team/projects',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: ProjectsResponse },
  failures: problems(401, 429),

  async handle({ caller }, { store }) {
    const projects = await store.projects.list();
    const visible = projects.filter(({ project_id }) => mayEnter(caller, project_id));
    return { status: 200, body: { projects: visible.map(presentProject) } };
  },
});

export const getProject = operation({
  id: 'GetProject',
  summary: 'Get one project',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: ProjectResponse },
  failures: problems(401, 404, 429),

  async handle({ caller, params }, { store }) {
    const project = await store.projects.byId(params.projectId ?? '');
    if (project === undefined || !mayEnter(caller, project.project_id)) throw new AppError('not-found');
    return { status: 200, body: presentProject(project) };
  },
});

/** As JSON; what is absent is left out, and stays. */
function changedLimits(limits: Partial<ProjectLimits>): string {
  return JSON.stringify({
    newPlayersPerAddress: limits.newPlayersPerAddress,
    newPlayersPerProject: limits.newPlayersPerProject,
    newPlayerTicketsPerAddress: limits.newPlayerTicketsPerAddress,
    newPlayerTicketsPerProject: limits.newPlayerTicketsPerProject,
  });
}

export const updateProject = operation({
  id: 'UpdateProject',
  summary: "Change a project's name, status or settings; what is absent stays",
  method: 'PATCH',
  url: '/api/v1/team/projects/:projectId',
  auth: 'team',
  role: 'admin',
  body: UpdateProjectRequest,
  success: { status: 200, schema: ProjectResponse },
  failures: problems(400, 401, 403, 404, 429),

  async handle(call, { store, directory, live }) {
    const { body, caller, params } = call;
    const { projectId = '' } = params;
    if (!mayEnter(caller, projectId)) throw new AppError('not-found');
    const project = await audited(call, store, async (tx) => {
      const changed = await tx.projects.update({
        id: projectId,
        name: body.name ?? null,
        status: body.status ?? null,
        autoCloseDays: body.autoCloseDays ?? null,
        ticketTypes: body.ticketTypes === undefined ? null : storedTypes(body.ticketTypes),
        limits: body.limits === undefined ? null : changedLimits(body.limits),
      });
      if (changed === undefined) throw new AppError('not-found');
      // Names and labels are texts; of them only that they changed is told.
      const details = {
        changed: FIELDS.filter((name) => body[name] !== undefined),
        status: body.status,
        autoCloseDays: body.autoCloseDays,
      };
      return [changed, { target: projectId, projectId, details }];
    });
    directory.forget(project.project_id);
    live.settingsChanged('projects');
    return { status: 200, body: presentProject(project) };
  },
});
