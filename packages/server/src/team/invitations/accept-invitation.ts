import { AcceptInvitationRequest } from '@player-support/contract/team/invitations';
import { SessionResponse } from '@player-support/contract/team/session';
import { newId } from '../../domain/ids.ts';
import { consumeCode } from '../../domain/second-factor.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { InvitationRow, MemberRow } from '../../store/tables.ts';
import { record } from '../audit/audited.ts';
import { removeWebhook } from '../members/remove-webhook.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
import { codeNeeded, newSession, WRONG_CODE } from '../session/new-session.ts';
import { presentSession } from '../session/present-session.ts';
import { invalidLink } from './invalid-link.ts';

export const acceptInvitation = operation({
  id: 'AcceptInvitation',
  summary: 'Accept an invitation or set a new password',
  description: 'The response sets the session cookie.',
  method: 'POST',
  url: '/api/v1/team/invitations/accept',
  auth: 'none',
  signsIn: true,
  addressLimit: 'joinAddress',
  body: AcceptInvitationRequest,
  success: { status: 201, schema: SessionResponse },
  failures: [404, 409],

  async handle(call, service) {
    const { body, now, operation, client } = call;
    const { store, passwords, live } = service;
    const session = newSession(call, service);
    // Check the link first: hashing a password is too expensive to do it for anybody.
    const invitation = await store.invitations.valid(hashSecret(body.token), now);
    if (invitation === undefined) throw invalidLink();
    const invited = invitation.member_id === null ? newMember(invitation, body, now) : undefined;

    const accept = async (): Promise<MemberRow> => {
      const password_hash = await passwords.hash(body.password);
      return store.transaction(async (tx) => {
        // If two requests use the link at the same time, the second one fails here.
        if (!(await consumeInvitation(tx, invitation))) throw invalidLink();
        const { member, removedWebhook } =
          invited === undefined
            ? await setPassword(tx, invitation, { password_hash, code: body.code, now })
            : { member: await insertMember(tx, { ...invited, password_hash }), removedWebhook: undefined };
        await tx.memberSessions.begin(session.rowOf(member.member_id));
        const { member_id: id, name } = member;
        const target = invitation.invitation_id;
        const details = { removedWebhook };
        await record(tx, { operation, now, caller: { type: 'member', id, name } }, { target, details });
        return member;
      });
    };

    // Only the code of a second factor can be guessed, so only those attempts are limited.
    const guess = { address: client().address, email: invitation.email ?? '', now };
    const member = await (invited === undefined ? countGuess(service, guess, accept) : accept());
    live.settingsChanged('members');
    return {
      status: 201,
      body: presentSession(member, session.expiresAt),
      headers: { ...session.headers, location: '/api/v1/team/session' },
    };
  },
});

/**
 * Deletes a used invitation. False if it no longer exists. When an owner joins, this also deletes
 * all links for the first owner.
 */
async function consumeInvitation(
  { invitations }: Pick<Transaction, 'invitations'>,
  { invitation_id, role, email, member_id }: InvitationRow,
): Promise<boolean> {
  if (role !== 'owner' || member_id !== null) return invitations.remove(invitation_id);
  // One statement deletes them all, so that two requests at the same time do not wait for each
  // other.
  if (email === null) return (await invitations.removeFirstOwnerLinks()).includes(invitation_id);
  if (!(await invitations.remove(invitation_id))) return false;
  await invitations.removeFirstOwnerLinks();
  return true;
}

/** The row of a new member, without the password. @throws AppError `validation` */
function newMember({ email, role, project_ids }: InvitationRow, body: { name?: string; email?: string }, now: number) {
  const address = email ?? body.email?.toLowerCase();
  const { name } = body;
  if (name === undefined || address === undefined) {
    const missing = [...(name === undefined ? ['name'] : []), ...(address === undefined ? ['email'] : [])];
    const errors = Object.fromEntries(missing.map((field) => [field, ['Is required.']]));
    throw new AppError('validation', { errors });
  }
  return {
    member_id: newId('member', now),
    email: address,
    name,
    role,
    project_ids,
    totp_secret: null,
    totp_pending: null,
    totp_step: null,
    recovery_codes: '[]',
    created_at: now,
    disabled_at: null,
  };
}

async function insertMember(tx: Transaction, member: MemberRow): Promise<MemberRow> {
  if (await tx.members.insert(member)) return member;
  throw new AppError('already-exists', {
    detail: 'A member with this e-mail address already exists. Sign in instead.',
  });
}

interface NewPassword {
  readonly password_hash: string;
  readonly code: string | undefined;
  readonly now: number;
}

/**
 * Sets a new password. The link replaces the old password, but not the second factor. Whoever knew
 * the old password may have set the webhook, so this removes it and returns its host.
 */
async function setPassword(
  tx: Transaction,
  { member_id }: InvitationRow,
  { password_hash, code, now }: NewPassword,
): Promise<{ readonly member: MemberRow; readonly removedWebhook: string | undefined }> {
  const member = await tx.members.lock(member_id ?? '');
  if (member?.disabled_at !== null) throw invalidLink();
  let usedCode: Partial<MemberRow> | undefined = {};
  if (member.totp_secret !== null) {
    if (code === undefined) throw codeNeeded();
    usedCode = consumeCode(member, code, now);
    if (usedCode === undefined) throw wrongGuess(codeNeeded(WRONG_CODE));
  }
  const changed = { ...member, ...usedCode, password_hash };
  await tx.members.update(changed);
  await tx.memberSessions.endAll(member.member_id);
  return { member: changed, removedWebhook: await removeWebhook(tx, member.member_id, now) };
}
