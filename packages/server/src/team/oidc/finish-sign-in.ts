import { MINUTE } from '../../domain/time.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { actorOf, NOBODY, record } from '../../operations/audited.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import { tellWithheld } from '../announcements/tell-withheld.ts';
import { accessOf } from '../grants.ts';
import { withheldCount } from '../revoke-grants.ts';
import { newSession } from '../session/new-session.ts';
import { memberOfIdentity, type Refusal } from './member-of-identity.ts';
import type { Confirmation } from './provider.ts';
import { sealToken } from './sealed-token.ts';

const ACTION = 'OidcSignIn';

/** The provider confirmed the person. Returns Set-Cookie headers, or the refusal. */
export async function finishSignIn(
  { identity, refreshToken, providerSession }: Confirmation,
  call: Pick<Call, 'client' | 'now' | 'clock' | 'origin'>,
  context: Pick<Available, 'config' | 'store' | 'projectCache' | 'live'>,
): Promise<{ readonly cookies: readonly string[] } | { readonly refusal: Refusal }> {
  const { config, store, projectCache, live } = context;
  const { now, clock, origin } = call;
  const session = newSession(call, context);
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
    const found = await memberOfIdentity(tx, identity, { mapping: config.oidc.roles, now });
    const { member } = found;
    const entry = { operation: ACTION, now, clock, caller: member ? actorOf(member) : NOBODY, origin };
    if ('refusal' in found) {
      // A person who lost all groups also loses earlier sessions. Another person must not end them.
      const ends = found.refusal === 'no-access' && member !== undefined;
      const ended = ends ? await tx.oidcSessions.endOfMember(member.member_id) : 0;
      await record(tx, entry, { details: { failed: found.refusal } });
      return { ...found, ended };
    }
    const ended = await begin(tx, found.member.member_id);
    const { joined, hasNewAccess, withheldIn = [] } = found;
    const access = joined === 'created' || hasNewAccess ? accessOf(found.member) : {};
    await record(tx, entry, {
      target: found.member.member_id,
      details: { joined, ...access, ...withheldCount(withheldIn) },
    });
    return { ...found, ended };
  });

  if (result.ended > 0) live.accessChanged();
  if ('refusal' in result) return { refusal: result.refusal };
  if (result.joined !== undefined || result.hasNewAccess) live.settingsChanged('members');
  if (result.hasNewAccess) live.settingsChanged('api-keys');
  tellWithheld({ projectCache, live }, result.withheldIn ?? []);
  return { cookies: session.headers['set-cookie'] };
}
