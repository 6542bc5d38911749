import {
  ProjectLimits,
  ProjectResponse,
  ResponseTargets,
  UpdateProjectRequest,
} from '@player-support/contract/team/projects';
import type { TObject } from 'typebox';
import { canAccessProject } from '../../domain/access.ts';
import { storedTicketTypes } from '../../domain/ticket-types.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { presentProject } from './present-project.ts';

/** JSON with only a schema's properties. */
const stored = (value: object, { properties }: TObject) => JSON.stringify(value, Object.keys(properties));

export const updateProject = operation({
  id: 'UpdateProject',
  tag: 'Projects',
  summary: 'Update a project',
  description: 'Absent fields do not change.',
  method: 'PATCH',
  url: '/api/v1/team/projects/:projectId',
  auth: 'team',
  role: 'admin',
  body: UpdateProjectRequest,
  audited: true,
  needs: ['projectCache'],
  success: { status: 200, schema: ProjectResponse },

  async handle(call, { store, projectCache, live }) {
    const { body, caller, params, now } = call;
    const { projectId } = params;
    if (!canAccessProject(caller, projectId)) throw new AppError('not-found');
    const project = await audited(call, store, async (tx) => {
      const changed = await tx.projects.update({
        project_id: projectId,
        name: body.name ?? null,
        status: body.status ?? null,
        auto_close_days: body.autoCloseDays ?? null,
        ticket_types: body.ticketTypes === undefined ? null : storedTicketTypes(body.ticketTypes),
        limits: body.limits === undefined ? null : stored(body.limits, ProjectLimits),
        response_targets: body.responseTargets === undefined ? null : stored(body.responseTargets, ResponseTargets),
        storm_mode: body.stormMode ?? null,
        now,
      });
      if (changed === undefined) throw new AppError('not-found');
      // The audit log has no texts: names and labels only as changed.
      const details = {
        changed: Object.keys(UpdateProjectRequest.properties).filter((name) => name in body),
        status: body.status,
        autoCloseDays: body.autoCloseDays,
        stormMode: body.stormMode,
      };
      return [changed, { target: projectId, projectId, details }];
    });
    projectCache.forget(project.project_id);
    live.settingsChanged('projects');
    return { status: 200, body: presentProject(project) };
  },
});
