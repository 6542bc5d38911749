import {
  BeginTotpResponse,
  ConfirmTotpRequest,
  EndTotpRequest,
  RecoveryCodesResponse,
} from '@player-support/contract/accounts';
import { newRecoveryCodes, newTotp, totpStep } from '../../domain/second-factor.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { problems } from '../../http/problem-schemas.ts';
import type { MemberRow } from '../../store/tables.ts';
import { audited } from '../audited.ts';
import { lockCaller } from './account.ts';
import { countGuess, wrongGuess } from './attempts.ts';

const URL = '/api/v1/team/account/totp';

/** A member without a second factor. */
export function withoutTotp(member: MemberRow): MemberRow {
  return { ...member, totp_secret: null, totp_pending: null, totp_step: null, recovery_codes: '[]' };
}

/** @throws AppError `already-exists`: who has only the session must not replace what guards the account */
function requireNone({ totp_secret }: MemberRow): void {
  if (totp_secret === null) return;
  throw new AppError('already-exists', { detail: 'There is a second factor. End it first, with your password.' });
}

export const beginTotp = operation({
  id: 'BeginTotp',
  summary: 'A new secret for an authenticator app; it counts once its first code is confirmed',
  method: 'POST',
  url: URL,
  auth: 'member',
  role: 'viewer',
  success: { status: 200, schema: BeginTotpResponse },
  failures: problems(401, 403, 409, 429),

  async handle(call, { store }) {
    const { caller } = call;
    const totp = newTotp(caller.session.email);
    await audited(call, store, async (tx) => {
      const member = await lockCaller(tx, caller.id);
      requireNone(member);
      await tx.members.update({ ...member, totp_pending: totp.secret });
      return [undefined, { target: caller.id }];
    });
    return { status: 200, body: totp };
  },
});

export const confirmTotp = operation({
  id: 'ConfirmTotp',
  summary: 'Ask for a code at every sign-in from now on',
  method: 'POST',
  url: `${URL}/confirm`,
  auth: 'member',
  role: 'viewer',
  body: ConfirmTotpRequest,
  success: { status: 200, schema: RecoveryCodesResponse },
  failures: problems(400, 401, 403, 409, 429),

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const { codes, stored } = newRecoveryCodes();
    await audited(call, store, async (tx) => {
      const member = await lockCaller(tx, caller.id);
      requireNone(member);
      const { totp_pending: secret } = member;
      const step = secret === null ? undefined : totpStep(secret, body.code, null, now);
      if (step === undefined) {
        const why = 'Must be the code that the authenticator app shows now.';
        throw new AppError('validation', { errors: { code: [why] } });
      }
      await tx.members.update({
        ...member,
        totp_secret: secret,
        totp_pending: null,
        totp_step: step,
        recovery_codes: stored,
      });
      return [undefined, { target: caller.id }];
    });
    live.settingsChanged('members');
    return { status: 200, body: { recoveryCodes: codes } };
  },
});

export const endTotp = operation({
  id: 'EndTotp',
  summary: 'Sign in with the password alone again',
  method: 'POST',
  url: `${URL}/end`,
  auth: 'member',
  role: 'viewer',
  body: EndTotpRequest,
  success: { status: 204 },
  failures: problems(400, 401, 403, 429),

  async handle(call, service) {
    const { body, caller, client, now } = call;
    const { store, passwords, live } = service;
    const { email, password_hash } = caller.session;
    await countGuess(service, { address: client().address, email, now }, async () => {
      if (await passwords.verify(password_hash, body.password)) return;
      throw wrongGuess(new AppError('validation', { errors: { password: ['This is not your password.'] } }));
    });
    await audited(call, store, async (tx) => {
      await tx.members.update(withoutTotp(await lockCaller(tx, caller.id)));
      return [undefined, { target: caller.id }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});
