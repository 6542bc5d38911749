import { MemberResponse, UpdateMemberRequest } from '@player-support/contract/team/members';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { MemberRow } from '../../store/tables.ts';
import { accessOf, lockMemberToChange, requireCovered, requireProjects, withoutDuplicates } from '../grants.ts';
import { tellNewAccess, unsentDetails } from '../revoke-grants.ts';
import { changeMember } from './change-member.ts';
import { presentMember } from './present-member.ts';

export const updateMember = operation({
  id: 'UpdateMember',
  tag: 'Members',
  summary: 'Update a member',
  description:
    'Absent fields do not change. If a member loses access, the links and support codes that the member created end, the API keys that the member created are suspended, announcements of the member and of these keys that have not begun are retracted, and their answers to known issues stop. A member who is disabled also loses the webhook. Nobody can grant more access than they have. The last owner of all projects must stay an owner.',
  method: 'PATCH',
  url: '/api/v1/team/members/:memberId',
  auth: 'team',
  role: 'admin',
  body: UpdateMemberRequest,
  audited: true,
  needs: ['projectCache'],
  success: { status: 200, schema: MemberResponse },

  async handle(call, { store, projectCache, live }) {
    const { body, now, params } = call;
    const { member, unsent } = await audited(call, store, async (tx) => {
      const { owners, grantor, member: before } = await lockMemberToChange(tx, call, params.memberId);
      const { role = before.role, disabled, oidc } = body;
      const projectIds = withoutDuplicates(body.projectIds);
      const after: MemberRow = {
        ...before,
        role,
        project_ids:
          projectIds === undefined ? before.project_ids : projectIds === null ? null : JSON.stringify(projectIds),
        // An owner made here stays one, whatever the provider's groups say.
        oidc_access_at: body.role === 'owner' ? null : before.oidc_access_at,
        ...(oidc === false ? { oidc_issuer: null, oidc_subject: null } : {}),
        disabled_at: disabled === undefined ? before.disabled_at : disabled ? (before.disabled_at ?? now) : null,
      };
      requireCovered(grantor, accessOf(after));
      if (projectIds !== undefined) await requireProjects(tx, projectIds);
      const { removedWebhook, unsent } = await changeMember(tx, before, after, { owners, now });
      if (oidc === false) await tx.oidcSessions.endOfMember(before.member_id);
      const details = { role: body.role, projectIds, disabled, oidc, removedWebhook, ...unsentDetails(unsent) };
      return [
        { member: after, unsent },
        { target: before.member_id, details },
      ];
    });
    tellNewAccess({ projectCache, live }, unsent);
    return { status: 200, body: presentMember(member) };
  },
});
