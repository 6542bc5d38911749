import { AcceptInvitationRequest } from '@player-support/contract/team/invitations';
import { SessionResponse } from '@player-support/contract/team/session';
import { newId } from '../../domain/ids.ts';
import { takeCode } from '../../domain/second-factor.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { problems } from '../../operations/problem-schemas.ts';
import type { Transaction } from '../../store/store.ts';
import type { InvitationRow, MemberRow } from '../../store/tables.ts';
import { record } from '../audit/audited.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
import { codeNeeded, newSession, WRONG_CODE } from '../session/new-session.ts';
import { presentSession } from '../session/present-session.ts';
import { linkGone } from './link-gone.ts';

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
  failures: problems(400, 401, 403, 404, 409, 429),

  async handle(call, service) {
    const { body, now, operation, client } = call;
    const { store, passwords, live } = service;
    const session = newSession(call, service);
    // Before the password is hashed: that is too much work to do for anybody.
    const invitation = await store.invitations.valid(hashSecret(body.token), now);
    if (invitation === undefined) throw linkGone();
    const fresh = invitation.member_id === null ? newMember(invitation, body, now) : undefined;

    const accept = async (): Promise<MemberRow> => {
      const password_hash = await passwords.hash(body.password);
      return store.transaction(async (tx) => {
        // Of two who use it at once the other finds it gone.
        if (!(await consumeInvitation(tx, invitation))) throw linkGone();
        const joined =
          fresh === undefined
            ? await setPassword(tx, invitation, { password_hash, code: body.code, now })
            : await join(tx, { ...fresh, password_hash });
        await tx.memberSessions.begin(session.rowOf(joined.member_id));
        const { member_id: id, name } = joined;
        const target = invitation.invitation_id;
        await record(tx, { operation, now, caller: { type: 'member', id, name } }, { target });
        return joined;
      });
    };

    // A code can be guessed; all else of a link cannot.
    const guess = { address: client().address, email: invitation.email ?? '', now };
    const member = await (fresh === undefined ? countGuess(service, guess, accept) : accept());
    live.settingsChanged('members');
    return {
      status: 201,
      body: presentSession(member, session.expiresAt),
      headers: { ...session.headers, location: '/api/v1/team/session' },
    };
  },
});

/**
 * Deletes a used invitation; false if it was gone. An owner's also deletes all first-owner links.
 */
async function consumeInvitation(
  { invitations }: Pick<Transaction, 'invitations'>,
  { invitation_id, role, email, member_id }: InvitationRow,
): Promise<boolean> {
  if (role !== 'owner' || member_id !== null) return invitations.remove(invitation_id);
  // All in one statement, so that two that are used at once do not wait for each other.
  if (email === null) return (await invitations.removeFirstOwnerLinks()).includes(invitation_id);
  if (!(await invitations.remove(invitation_id))) return false;
  await invitations.removeFirstOwnerLinks();
  return true;
}

/** The member that an invitation makes, but for its password. @throws AppError `validation` */
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

async function join(tx: Transaction, member: MemberRow): Promise<MemberRow> {
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

/** The link stands for the password that was forgotten, never for the second factor. */
async function setPassword(
  tx: Transaction,
  { member_id }: InvitationRow,
  { password_hash, code, now }: NewPassword,
): Promise<MemberRow> {
  const member = await tx.members.lock(member_id ?? '');
  if (member?.disabled_at !== null) throw linkGone();
  let taken: Partial<MemberRow> | undefined = {};
  if (member.totp_secret !== null) {
    if (code === undefined) throw codeNeeded();
    taken = takeCode(member, code, now);
    if (taken === undefined) throw wrongGuess(codeNeeded(WRONG_CODE));
  }
  const changed = { ...member, ...taken, password_hash };
  await tx.members.update(changed);
  await tx.memberSessions.endAll(member.member_id);
  return changed;
}
