import { SignInWithPasskeyRequest } from '@player-support/contract/team/passkeys';
import { SessionResponse } from '@player-support/contract/team/session';
import { actorOf, record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { unauthorized } from '../../operations/unauthorized.ts';
import { mayUsePassword, newSession, passwordRefused } from '../session/new-session.ts';
import { presentNewSession } from '../session/present-session.ts';
import { prepareProof, usePasskey, WRONG_PASSKEY } from '../session/use-passkey.ts';

export const signInWithPasskey = operation({
  id: 'SignInWithPasskey',
  tag: 'Session',
  summary: 'Sign in with a passkey',
  description:
    'Needs no password: the device must have verified the person, by a PIN or a fingerprint for example. The response sets the session cookie.',
  method: 'POST',
  url: '/api/v1/team/session/passkey',
  auth: 'none',
  signsIn: true,
  addressLimit: 'passkeyAddress',
  body: SignInWithPasskeyRequest,
  audited: true,
  success: { status: 200, schema: SessionResponse },

  async handle(call, context) {
    const { body } = call;
    const { config, store, live } = context;
    const session = newSession(call, context);
    const prepared = await prepareProof(body.passkey);
    const outcome = await store.transaction(async (tx) => {
      const found = await tx.passkeys.memberOf(body.passkey.id);
      const member = found && (await tx.members.lock(found.member_id));
      if (member?.disabled_at !== null) return undefined;
      const { member_id: id } = member;
      const entry = { ...call, caller: actorOf(member) };
      const passkeys = await tx.passkeys.ofMember(id);
      if (!(await usePasskey(tx, call, context, prepared, { passkeys, isAlone: true }))) {
        await record(tx, entry, { details: { failed: 'passkey' } });
        return undefined;
      }
      if (!mayUsePassword(config, member.role)) {
        await record(tx, entry, { details: { failed: 'password-off' } });
        return 'provider';
      }
      const ended = await session.begin(tx, id);
      await record(tx, entry, { target: id });
      return { member, ended, hasPasskey: true, isRequired: false };
    });
    if (outcome === undefined) throw unauthorized(WRONG_PASSKEY);
    if (outcome === 'provider') throw passwordRefused(config);
    if (outcome.ended > 0) live.accessChanged();
    return { status: 200, body: presentNewSession(outcome, session.expiresAt), headers: session.headers };
  },
});
