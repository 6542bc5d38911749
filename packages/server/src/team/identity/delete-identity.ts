import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';

export const deleteIdentity = operation({
  id: 'DeleteIdentity',
  tag: 'Verified identity',
  summary: 'Stop linking players of a project to accounts',
  description: 'Links of players stay. A repeated request changes nothing.',
  method: 'DELETE',
  url: '/api/v1/team/projects/:projectId/identity',
  auth: 'team',
  role: 'admin',
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { projectId } = call.params;
    await audited(call, store, async (tx) => {
      await findProject(tx, call.caller, projectId);
      const isRemoved = await tx.projectIdentities.remove(projectId);
      return [undefined, isRemoved ? { target: projectId, projectId } : undefined];
    });
    live.settingsChanged('projects');
    return { status: 204 };
  },
});
