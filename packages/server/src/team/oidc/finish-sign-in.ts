import { MINUTE } from '../../domain/time.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { actorOf, NOBODY, record } from '../../operations/audited.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import { accessOf } from '../grants.ts';
import { tellNewAccess, unsentDetails } from '../revoke-grants.ts';
import { newSession } from '../session/new-session.ts';
import { memberOfIdentity } from './member-of-identity.ts';
import type { Confirmation } from './provider.ts';
import { sealToken } from './sealed-token.ts';

const ACTION = 'OidcSignIn';

/** The provider confirmed the person. Returns Set-Cookie headers, or the refusal. */
export async function finishSignIn(
  { identity, refreshToken, providerSession }: Confirmation,
  call: Pick<Call, 'client' | 'now' | 'clock' | 'origin'>,
  context: Pick<Available, 'config' | 'store' | 'projectCache' | 'live'>,
) {
  const { config, store, projectCache, live } = context;
  const { now } = call;
  const session = newSession(call, context);
  const groupsUnknown = identity.groups === undefined && config.oidc.roles.size > 0 ? true : undefined;
  const checkAt = now + config.oidc.recheckMinutes * MINUTE;

  /** Returns how many earlier sessions of this browser it ends. */
  async function begin(tx: Transaction, memberId: string): Promise<number> {
    // Without a refresh token the server cannot ask again, so the person must.
    const ended = await session.begin(tx, memberId, refreshToken === undefined ? checkAt : undefined);
    await tx.oidcSessions.begin({
      session_hash: hashSecret(session.secret),
      provider_session: providerSession ?? null,
      refresh_token: refreshToken === undefined ? null : sealToken(refreshToken, session.secret),
      confirmed_at: now,
      check_at: checkAt,
      checking_until: 0,
    });
    return ended;
  }

  const result = await store.transaction(async (tx) => {
    const found = await memberOfIdentity(tx, identity, config.oidc.roles, now);
    const { member } = found;
    const entry = { ...call, operation: ACTION, caller: member ? actorOf(member) : NOBODY };
    if ('refusal' in found) {
      // A person who lost all groups also loses earlier sessions. Another person must not end them.
      const ends = found.refusal === 'no-access' && member !== undefined;
      const ended = ends ? await tx.oidcSessions.endOfMember(member.member_id) : 0;
      await record(tx, entry, { details: { failed: found.refusal, groupsUnknown } });
      return { ...found, ended };
    }
    const ended = await begin(tx, found.member.member_id);
    const { joined, hasNewAccess, unsent } = found;
    const access = joined === 'created' || hasNewAccess ? accessOf(found.member) : {};
    const details = { joined, groupsUnknown, ...access, ...unsentDetails(unsent) };
    await record(tx, entry, { target: found.member.member_id, details });
    return { ...found, ended };
  });

  if (result.ended > 0) live.accessChanged();
  if ('refusal' in result) return { refusal: result.refusal };
  if (result.hasNewAccess) tellNewAccess({ projectCache, live }, result.unsent);
  else if (result.joined !== undefined) live.settingsChanged('members');
  return { cookies: session.headers['set-cookie'] };
}
