import { SessionResponse, SignInRequest } from '@player-support/contract/team/session';
import { consumeCode } from '../../domain/second-factor.ts';
import { operation } from '../../operations/operation.ts';
import { unauthorized } from '../../operations/unauthorized.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { type Actor, record } from '../audit/audited.ts';
import { countGuess, wrongGuess } from './attempts.ts';
import { codeNeeded, newSession, WRONG_CODE } from './new-session.ts';
import { presentSession } from './present-session.ts';

/** It does not say whether the address is unknown, the password wrong or the member disabled. */
const WRONG_CREDENTIALS = 'The e-mail address or the password is wrong.';
/** The actor of a sign-in with an unknown address. */
const UNKNOWN_ACTOR: Actor = { type: 'system', id: 'nobody', name: 'nobody' };

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

  async handle(call, service) {
    const { body, now, operation } = call;
    const { store, passwords } = service;
    const session = newSession(call, service);
    const email = body.email.toLowerCase();

    async function attempt(tx: Transaction, found: MemberRow | undefined, isPasswordRight: boolean) {
      const member = found && (await tx.members.lock(found.member_id));
      // Record unknown members too: otherwise the time of a response shows whether a member exists.
      const fail = async (failed: 'password' | 'code') => {
        const caller: Actor = member ? { type: 'member', id: member.member_id, name: member.name } : UNKNOWN_ACTOR;
        await record(tx, { operation, now, caller }, { details: { failed } });
        return failed;
      };
      // While the hash was computed, the member may have been disabled or got a new password.
      const isUnchanged = member?.disabled_at === null && member.password_hash === found?.password_hash;
      if (!member || !isPasswordRight || !isUnchanged) return fail('password');
      if (member.totp_secret !== null) {
        if (body.code === undefined) return 'no code';
        const usedCode = consumeCode(member, body.code, now);
        if (usedCode === undefined) return fail('code');
        await tx.members.update({ ...member, ...usedCode });
      }
      await tx.memberSessions.begin(session.rowOf(member.member_id));
      const { member_id: id, name } = member;
      await record(tx, { operation, now, caller: { type: 'member', id, name } }, { target: id });
      return member;
    }

    const member = await countGuess(service, { address: call.client().address, email, now }, async () => {
      const found = await store.members.byEmail(email);
      const isPasswordRight = await passwords.verify(found?.password_hash, body.password);
      const outcome = await store.transaction((tx) => attempt(tx, found, isPasswordRight));
      if (outcome === 'password') throw wrongGuess(unauthorized(WRONG_CREDENTIALS));
      if (outcome === 'code') throw wrongGuess(codeNeeded(WRONG_CODE));
      // The password was right, so this does not count as a wrong guess.
      if (outcome === 'no code') throw codeNeeded();
      return outcome;
    });
    return { status: 200, body: presentSession(member, session.expiresAt), headers: session.headers };
  },
});
