import { MAX_GRANTS } from '@player-support/contract/limits';
import { CreatedInvitationResponse, CreateInvitationRequest } from '@player-support/contract/team/invitations';
import { isOwner } from '../../domain/counted-caller.ts';
import { newInvitation } from '../../domain/invitation.ts';
import { AppError, invalid } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { lockGrantor, requireCovered, requireProjects, withoutDuplicates } from '../grants.ts';
import { countLinkMail, sendLink } from './links.ts';

export const createInvitation = operation({
  id: 'CreateInvitation',
  tag: 'Invitations',
  summary: 'Invite a new member',
  description: 'The link works once, within 7 days. If the server can send mail, it also mails the link.',
  method: 'POST',
  url: '/api/v1/team/invitations',
  auth: 'team',
  role: 'admin',
  body: CreateInvitationRequest,
  audited: true,
  needs: ['limits', 'notifier'],
  success: { status: 201, schema: CreatedInvitationResponse },
  failures: [409],

  async handle(call, context) {
    const { store, live } = context;
    const { body, caller, now } = call;
    const { role } = body;
    const projectIds = withoutDuplicates(body.projectIds) ?? null;
    const email = body.email.toLowerCase();
    countLinkMail(context, caller);
    const inviterId = isOwner(caller) ? undefined : caller.inviterId;
    const { token, row } = newInvitation({ email, role, projectIds, createdBy: caller.id, inviterId }, now);
    await audited(call, store, async (tx) => {
      const grantor = await lockGrantor(tx, caller, now);
      requireCovered(grantor, { role, projectIds });
      // The new member would keep access after the key expires.
      if (grantor.expiresAt !== null) {
        throw new AppError('forbidden', { detail: 'An API key that expires cannot invite members.' });
      }
      await requireProjects(tx, projectIds);
      if ((await tx.members.byEmail(email)) !== undefined) {
        throw new AppError('already-exists', { detail: 'A member with this e-mail address already exists.' });
      }
      if ((await tx.invitations.countCreatedBy(caller.responsibleId, now)) >= MAX_GRANTS) {
        throw invalid('email', 'too-many-links', { max: MAX_GRANTS });
      }
      // The limit above is not enough: used links free places, and new members invite others.
      context.limits.consumeByCaller('invitation', { ...caller, responsibleId: caller.inviterId });
      await tx.invitations.insert(row);
      return [undefined, { target: row.invitation_id, details: { role, projectIds } }];
    });
    live.settingsChanged('members');
    return sendLink(context, caller, row, token);
  },
});
