import {
  CreatedInvitationResponse,
  CreateInvitationRequest,
  InvitationsResponse,
} from '@player-support/contract/accounts';
import { covers } from '../../domain/access.ts';
import { newInvitation } from '../../domain/invitation.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { problems } from '../../http/problem-schemas.ts';
import { audited } from '../audited.ts';
import { accessOf, lockGrantor, requireCovered, requireProjects, withoutDuplicates } from './grants.ts';
import { presentInvitation } from './present.ts';

const URL = '/api/v1/team/invitations';

export const listInvitations = operation({
  id: 'ListInvitations',
  summary: 'List the open invitations that you could create yourself, oldest first',
  method: 'GET',
  url: URL,
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: InvitationsResponse },
  failures: problems(401, 403, 429),

  async handle({ caller, now }, { store }) {
    const rows = await store.invitations.list(now);
    const own = rows.filter((row) => covers(caller, accessOf(row)));
    return { status: 200, body: { invitations: own.map(presentInvitation) } };
  },
});

export const createInvitation = operation({
  id: 'CreateInvitation',
  summary: 'Make a link with which somebody joins the team, once and within 7 days',
  method: 'POST',
  url: URL,
  auth: 'team',
  role: 'admin',
  body: CreateInvitationRequest,
  success: { status: 201, schema: CreatedInvitationResponse },
  failures: problems(400, 401, 403, 409, 429),

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const { role } = body;
    const projectIds = withoutDuplicates(body.projectIds) ?? null;
    const email = body.email.toLowerCase();
    const { token, row } = newInvitation({ email, role, projectIds, createdBy: caller.id }, now);
    await audited(call, store, async (tx) => {
      const grantor = await lockGrantor(tx, caller, now);
      requireCovered(grantor, { role, projectIds });
      // A member that joins would outlive the key.
      if (grantor.expiresAt !== null) {
        throw new AppError('forbidden', { detail: 'An API key that expires cannot invite members.' });
      }
      await requireProjects(tx, projectIds);
      if ((await tx.members.byEmail(email)) !== undefined) {
        throw new AppError('already-exists', { detail: 'There is a member with this e-mail address.' });
      }
      await tx.invitations.insert(row);
      return [undefined, { target: row.invitation_id, details: { role, projectIds } }];
    });
    live.settingsChanged('members');
    return {
      status: 201,
      body: { invitation: presentInvitation(row), token },
      headers: { location: `${URL}/${row.invitation_id}` },
    };
  },
});

export const deleteInvitation = operation({
  id: 'DeleteInvitation',
  summary: 'Take an invitation back',
  method: 'DELETE',
  url: `${URL}/:invitationId`,
  auth: 'team',
  role: 'admin',
  success: { status: 204 },
  failures: problems(401, 403, 404, 429),

  async handle(call, { store, live }) {
    const { caller, params } = call;
    const { invitationId: target = '' } = params;
    await audited(call, store, async (tx) => {
      const invitation = await tx.invitations.byId(target);
      if (invitation === undefined || !covers(caller, accessOf(invitation))) throw new AppError('not-found');
      // Used at the same moment: it is too late.
      if (!(await tx.invitations.remove(target))) throw new AppError('not-found');
      return [undefined, { target }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});
