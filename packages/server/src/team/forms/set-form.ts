import { MAX_FORM_VERSIONS, MAX_FORMS } from '@player-support/contract/limits';
import { FormResponse, SetFormRequest } from '@player-support/contract/team/forms';
import { canAccessProject } from '../../domain/access.ts';
import { fieldsOf, formVersionsOf, presentForm, problemsOfForm } from '../../domain/forms.ts';
import { ticketTypesOf } from '../../domain/ticket-types.ts';
import { AppError, invalid, refuseProblems } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { ProjectRow } from '../../store/tables.ts';

export const setForm = operation({
  id: 'SetForm',
  tag: 'Forms',
  summary: 'Change the form of a ticket type',
  description:
    'The fields replace those of the version that is named, and become a new version. Earlier versions stay: games can still send answers for them. Without a change, the version stays.',
  method: 'PUT',
  url: '/api/v1/team/projects/:projectId/form',
  auth: 'team',
  role: 'admin',
  body: SetFormRequest,
  audited: true,
  needs: ['projectCache'],
  success: { status: 200, schema: FormResponse },
  failures: [409],

  async handle(call, { store, projectCache, live }) {
    const { body, caller, params, now } = call;
    const { projectId } = params;
    if (!canAccessProject(caller, projectId)) throw new AppError('not-found');
    const { type, choices = [] } = body;
    const fields = fieldsOf(body.fields, choices);
    refuseProblems(problemsOfForm(fields, choices));
    const stored = JSON.stringify(fields);
    const { version, changed } = await store.transaction(async (tx) => {
      const project = await tx.projects.lock(projectId);
      if (project === undefined) throw new AppError('not-found');
      const versions = formVersionsOf(project);
      const current = versions.get(type) ?? 0;
      requireAllowedForm(project, type, versions);
      if (current !== body.version) throw new AppError('form-changed');
      const [before] = current === 0 ? [] : await tx.ticketForms.byVersion(projectId, [[type, current]]);
      if ((before?.fields ?? '[]') === stored) return { version: current, changed: false };
      const version = current + 1;
      await tx.ticketForms.add({ project_id: projectId, type, version, fields: stored, created_at: now });
      await tx.projects.setFormVersions(projectId, versions.set(type, version));
      await record(tx, call, { target: projectId, projectId, details: { ticketType: type, formVersion: version } });
      return { version, changed: true };
    });
    if (changed) {
      projectCache.forget(projectId);
      live.settingsChanged('projects');
    }
    return { status: 200, body: presentForm(type, version, fields) };
  },
});

/** Throws AppError `validation`. */
function requireAllowedForm(project: ProjectRow, type: string, versions: ReadonlyMap<string, number>): void {
  if (!ticketTypesOf(project).some((one) => one.type === type)) throw invalid('type', 'unknown-ticket-type');
  if (!versions.has(type) && versions.size >= MAX_FORMS) throw invalid('type', 'too-many-forms', { max: MAX_FORMS });
  if ((versions.get(type) ?? 0) >= MAX_FORM_VERSIONS) {
    throw invalid('version', 'too-many-form-versions', { max: MAX_FORM_VERSIONS });
  }
}
