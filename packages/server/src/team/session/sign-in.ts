import { SessionResponse, SignInRequest } from '@player-support/contract/team/session';
import { takeCode } from '../../domain/second-factor.ts';
import { operation } from '../../operations/operation.ts';
import { problems } from '../../operations/problem-schemas.ts';
import { unauthorized } from '../../operations/unauthorized.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { type Actor, record } from '../audit/audited.ts';
import { countGuess, wrongGuess } from './attempts.ts';
import { codeNeeded, newSession, WRONG_CODE } from './new-session.ts';
import { presentSession } from './present-session.ts';

/** The same for an unknown address, a wrong password and a disabled member. */
const REFUSED = 'The e-mail address or the password is wrong.';
/** Who tries an address that no member has. */
const NOBODY: Actor = { type: 'system', id: 'nobody', name: 'nobody' };

export const signIn = operation({
  id: 'SignIn',
  summary: 'Sign in',
  description: 'The response sets the session cookie.',
  method: 'POST',
  url: '/api/v1/team/session',
  auth: 'none',
  signsIn: true,
  body: SignInRequest,
  success: { status: 200, schema: SessionResponse },
  failures: problems(400, 401, 403, 429),

  async handle(call, service) {
    const { body, now, operation } = call;
    const { store, passwords } = service;
    const session = newSession(call, service);
    const email = body.email.toLowerCase();

    async function attempt(tx: Transaction, known: MemberRow | undefined, right: boolean) {
      const member = known && (await tx.members.lock(known.member_id));
      // Also where there is no such member: a commit more would tell that there is one.
      const fail = async (failed: 'password' | 'code') => {
        const caller: Actor = member ? { type: 'member', id: member.member_id, name: member.name } : NOBODY;
        await record(tx, { operation, now, caller }, { details: { failed } });
        return failed;
      };
      // It may have been disabled, or its password replaced, while the hash was computed.
      const valid = right && member?.disabled_at === null && member.password_hash === known?.password_hash;
      if (!member || !valid) return fail('password');
      if (member.totp_secret !== null) {
        if (body.code === undefined) return 'no code';
        const taken = takeCode(member, body.code, now);
        if (taken === undefined) return fail('code');
        await tx.members.update({ ...member, ...taken });
      }
      await tx.memberSessions.begin(session.rowOf(member.member_id));
      const { member_id: id, name } = member;
      await record(tx, { operation, now, caller: { type: 'member', id, name } }, { target: id });
      return member;
    }

    const member = await countGuess(service, { address: call.client().address, email, now }, async () => {
      const known = await store.members.byEmail(email);
      const right = await passwords.verify(known?.password_hash, body.password);
      const outcome = await store.transaction((tx) => attempt(tx, known, right));
      if (outcome === 'password') throw wrongGuess(unauthorized(REFUSED));
      if (outcome === 'code') throw wrongGuess(codeNeeded(WRONG_CODE));
      // The password was right: that is no guess.
      if (outcome === 'no code') throw codeNeeded();
      return outcome;
    });
    return { status: 200, body: presentSession(member, session.expiresAt), headers: session.headers };
  },
});
