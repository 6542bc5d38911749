import { SecondFactorProblem } from '@player-support/contract/problem';
import { SessionResponse, SignInRequest } from '@player-support/contract/team/session';
import type { AppError } from '../../errors.ts';
import { actorOf, NOBODY, record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { unauthorized } from '../../operations/unauthorized.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { countGuess, knownBrowser, wrongGuess } from './attempts.ts';
import { checkFactor, prepareFactor } from './check-factor.ts';
import { mayUsePassword, newSession, passwordRefused } from './new-session.ts';
import { presentNewSession } from './present-session.ts';
import { tellWrongCodes } from './tell-wrong-codes.ts';

/** The text must not reveal an unknown address or a disabled member. */
const WRONG_CREDENTIALS = 'The e-mail address or the password is wrong.';

export const signIn = operation({
  id: 'SignIn',
  tag: 'Session',
  summary: 'Sign in',
  description:
    'The response sets the session cookie. It ends the earlier session of this browser. After five wrong codes the account waits longer before each next one, except in browsers that the member used before.',
  method: 'POST',
  url: '/api/v1/team/session',
  auth: 'none',
  signsIn: true,
  body: SignInRequest,
  audited: true,
  needs: ['limits', 'notifier', 'passwords'],
  success: { status: 200, schema: SessionResponse },
  failureSchemas: { 401: SecondFactorProblem },

  async handle(call, context) {
    const { body, now } = call;
    const { config, store, passwords, live } = context;
    const session = newSession(call, context);
    const email = body.email.toLowerCase();
    const browser = await knownBrowser(call, context, email);
    const given = await prepareFactor(body);

    /** Checks all but the password, and begins the session. Returns it, or what to throw. */
    async function attempt(tx: Transaction, found: MemberRow | undefined, isPasswordRight: boolean) {
      const member = found && (await tx.members.lock(found.member_id));
      const entry = { ...call, caller: member ? actorOf(member) : NOBODY };
      // Records unknown members too: otherwise the response time shows whether a member exists.
      const fail = async (failed: 'password' | 'password-off', error: AppError) => {
        await record(tx, entry, { details: { failed } });
        return { error, alertOf: undefined };
      };
      // During the hash, the member may have been disabled or got a new password.
      const isUnchanged = member?.disabled_at === null && member.password_hash === found?.password_hash;
      if (!member || !isPasswordRight || !isUnchanged) {
        return fail('password', wrongGuess(unauthorized(WRONG_CREDENTIALS)));
      }
      if (!mayUsePassword(config, member.role)) return fail('password-off', passwordRefused(config));
      const passkeys = await tx.passkeys.ofMember(member.member_id);
      const isKnownBrowser = browser !== undefined;
      const refusal = await checkFactor(tx, entry, context, { member, passkeys, given, isKnownBrowser });
      if (refusal !== undefined) return refusal;
      const ended = await session.begin(tx, member.member_id);
      await record(tx, entry, { target: member.member_id });
      const isRequired = await tx.teamSettings.isFactorRequired();
      return { member, ended, hasPasskey: passkeys.length > 0, isRequired };
    }

    const outcome = await countGuess(call, context, { email, browser }, async () => {
      const found = await store.members.byEmail(email);
      const isPasswordRight = await passwords.verify(found?.password_hash, body.password);
      const attempted = await store.transaction((tx) => attempt(tx, found, isPasswordRight));
      if (!('error' in attempted)) return attempted;
      if (attempted.alertOf !== undefined) await tellWrongCodes(context, attempted.alertOf, now);
      throw attempted.error;
    });
    if (outcome.ended > 0) live.accessChanged();
    return { status: 200, body: presentNewSession(outcome, session.expiresAt), headers: session.headers };
  },
});
