import { fieldProblem } from '@player-support/contract/field-problems';
import { SecondFactorProblem } from '@player-support/contract/problem';
import { AcceptInvitationRequest } from '@player-support/contract/team/invitations';
import { SessionResponse } from '@player-support/contract/team/session';
import { AppError } from '../../errors.ts';
import { actorOf, record } from '../../operations/audited.ts';
import type { ContextWith } from '../../operations/context.ts';
import { type Call, operation } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { InvitationRow, MemberRow } from '../../store/tables.ts';
import { accessOf } from '../grants.ts';
import { newMember } from '../members/new-member.ts';
import { removeWebhook } from '../members/remove-webhook.ts';
import { countGuess, knownBrowser } from '../session/attempts.ts';
import { checkFactor, prepareFactor } from '../session/check-factor.ts';
import { hashNewPassword } from '../session/new-password.ts';
import { mayUsePassword, newSession, passwordRefused } from '../session/new-session.ts';
import { presentNewSession } from '../session/present-session.ts';
import { tellWrongCodes } from '../session/tell-wrong-codes.ts';
import { invalidLink, validInvitation } from './links.ts';

export const acceptInvitation = operation({
  id: 'AcceptInvitation',
  tag: 'Invitations',
  summary: 'Accept an invitation or set a new password',
  description: 'The response sets the session cookie.',
  method: 'POST',
  url: '/api/v1/team/invitations/accept',
  auth: 'none',
  signsIn: true,
  addressLimit: 'joinAddress',
  body: AcceptInvitationRequest,
  audited: true,
  needs: ['limits', 'notifier', 'passwords'],
  success: { status: 201, schema: SessionResponse },
  failures: [404, 409],
  failureSchemas: { 401: SecondFactorProblem },

  async handle(call, context) {
    const { body, now } = call;
    const { config, store, live } = context;
    const session = newSession(call, context);
    // Check the link first: hashing passwords for everybody costs too much.
    const invitation = await validInvitation(store, body.token, now);
    if (!mayUsePassword(config, invitation.role)) throw passwordRefused(config);
    const { inviter_id: inviterId } = invitation;
    const invited = invitation.member_id === null ? invitedPerson(invitation, body) : undefined;
    const email = invitation.email ?? body.email?.toLowerCase() ?? '';
    const browser = await knownBrowser(call, context, email);

    const accept = async () => {
      const named = { name: body.name ?? '', email };
      const password_hash = await hashNewPassword(context, body.password, 'password', named);
      if (invited === undefined) await checkFactorOfLink(call, context, invitation, browser !== undefined);
      return store.transaction(async (tx) => {
        // If two requests use the link at once, the second one fails here.
        if (!(await consumeInvitation(tx, invitation))) throw invalidLink();
        const { member, removedWebhook } =
          invited === undefined
            ? await setPassword(tx, invitation, password_hash, now)
            : await join(
                tx,
                newMember({ ...accessOf(invitation), ...invited, passwordHash: password_hash, inviterId }, now),
              );
        const { member_id: id } = member;
        await session.begin(tx, id);
        const subject = { target: invitation.invitation_id, details: { removedWebhook } };
        await record(tx, { ...call, caller: actorOf(member) }, subject);
        const hasPasskey = (await tx.passkeys.ofMember(id)).length > 0;
        return { member, hasPasskey, isRequired: await tx.teamSettings.isFactorRequired() };
      });
    };

    // Only a code can be guessed, so only those attempts are limited.
    const isGuess = invited === undefined;
    const accepted = await (isGuess ? countGuess(call, context, { email, browser }, accept) : accept());
    live.settingsChanged('members');
    return {
      status: 201,
      body: presentNewSession(accepted, session.expiresAt),
      headers: { ...session.headers, location: '/api/v1/team/session' },
    };
  },
});

/**
 * False if it no longer exists. When an owner joins, also deletes all links for the first owner.
 */
async function consumeInvitation(tx: Transaction, invitation: InvitationRow): Promise<boolean> {
  const { invitations } = tx;
  const { invitation_id, role, email, member_id } = invitation;
  if (role !== 'owner' || member_id !== null) return invitations.remove(invitation_id);
  // One statement, so that two requests do not deadlock.
  if (email === null) return (await invitations.removeFirstOwnerLinks()).includes(invitation_id);
  if (!(await invitations.remove(invitation_id))) return false;
  await invitations.removeFirstOwnerLinks();
  return true;
}

/** The invitation's address comes before the body's. Throws AppError `validation`. */
function invitedPerson({ email }: InvitationRow, body: { name?: string; email?: string }) {
  const address = email ?? body.email?.toLowerCase();
  const { name } = body;
  if (name !== undefined && address !== undefined) return { name, email: address };
  const required = [fieldProblem('required')];
  const problems = { ...(name === undefined && { name: required }), ...(address === undefined && { email: required }) };
  throw new AppError('validation', { problems });
}

/** Throws AppError `already-exists`. */
async function join(tx: Transaction, member: MemberRow) {
  if (await tx.members.insert(member)) return { member, removedWebhook: undefined };
  const detail = 'A member with this e-mail address already exists. Sign in instead.';
  throw new AppError('already-exists', { detail });
}

/**
 * Checks the second factor in its own transaction: the count of a wrong code must stay. Throws
 * AppError `second-factor-required` or `rate-limited`.
 */
async function checkFactorOfLink(
  call: Call<'none', AcceptInvitationRequest>,
  context: ContextWith<'limits' | 'notifier'>,
  invitation: InvitationRow,
  isKnownBrowser: boolean,
): Promise<void> {
  const given = await prepareFactor(call.body);
  const refusal = await context.store.transaction(async (tx) => {
    const member = await tx.members.lock(invitation.member_id ?? '');
    if (member?.disabled_at !== null) return { error: invalidLink(), alertOf: undefined };
    const passkeys = await tx.passkeys.ofMember(member.member_id);
    const entry = { ...call, caller: actorOf(member) };
    return checkFactor(tx, entry, context, { member, passkeys, given, isKnownBrowser });
  });
  if (refusal === undefined) return;
  if (refusal.alertOf !== undefined) await tellWrongCodes(context, refusal.alertOf, call.now);
  throw refusal.error;
}

/**
 * Sets it, and removes a webhook and an unfinished authenticator: a person with the old password
 * may have added them.
 */
async function setPassword(tx: Transaction, { member_id }: InvitationRow, password_hash: string, now: number) {
  const member = await tx.members.lock(member_id ?? '');
  if (member?.disabled_at !== null) throw invalidLink();
  const changed = { ...member, password_hash, totp_pending: null, code_alert_at: null };
  await tx.members.update(changed);
  await tx.memberSessions.endAll(member.member_id);
  await tx.knownBrowsers.forgetOthers(member.member_id, '');
  return { member: changed, removedWebhook: await removeWebhook(tx, member.member_id, now) };
}
