import { setTimeout as sleep } from 'node:timers/promises';
import { projectIdsOf } from '../../domain/access.ts';
import { isStillToCome, MINUTE } from '../../domain/time.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { MemberCaller } from '../../operations/callers.ts';
import { otherMember, sessionEnded, unauthorized } from '../../operations/unauthorized.ts';
import { idleSince } from '../../team/session/idle-since.ts';
import { requireSameOrigin } from '../same-origin.ts';
import type { ApiRequest, Service } from '../service.ts';
import { sessionOf } from '../session-cookie.ts';

/** How long a request waits for its session's check, and how often it looks. */
const MAX_RECHECK_MS = 10_000;
const RECHECK_STEP_MS = 100;

/** Reads a cookie's secret. Throws AppError `unauthorized`, `cross-site`. */
function secretOf(request: ApiRequest): string {
  const secret = sessionOf(request);
  if (secret === undefined) {
    const isKey = request.headers.authorization !== undefined;
    throw unauthorized(isKey ? 'Sign in first: API keys are refused here.' : 'Sign in first.');
  }
  requireSameOrigin(request);
  return secret;
}

/** Reads the session, and asks its provider now and then. */
async function read(secret: string, { store, config, oidc }: Service, now: number) {
  const hash = hashSecret(secret);
  const alive = { now, idleSince: idleSince(config, now) };
  const session = await store.memberSessions.valid(hash, alive);
  const isDue = (one: typeof session) =>
    typeof one?.check_at === 'number' && !isStillToCome(one.check_at, now, config.oidc.recheckMinutes * MINUTE);
  if (session === undefined || !isDue(session)) return session;
  // Single sign-on was switched off since.
  if (oidc === undefined) return undefined;
  await oidc.recheck(session, secret);
  // While another node asks, wait for what it hears.
  for (let waited = 0; waited <= MAX_RECHECK_MS; waited += RECHECK_STEP_MS) {
    const checked = await store.memberSessions.valid(hash, alive);
    if (!isDue(checked)) return checked;
    await sleep(RECHECK_STEP_MS);
  }
  const detail = 'The provider has not said yet whether you may still sign in. Try again.';
  throw new AppError('unavailable', { detail, headers: { 'retry-after': '1' } });
}

/**
 * Authenticates by the cookie, which tabs share: `X-Member-Id` accepts only that member. Throws
 * AppError `unauthorized`, `cross-site`.
 */
export async function authenticateMember(request: ApiRequest, service: Service, now: number): Promise<MemberCaller> {
  const session = await read(secretOf(request), service, now);
  if (session === undefined) throw sessionEnded();
  const { member_id: id, inviter_id, name, role, project_ids } = session;
  const expected = request.headers['x-member-id'];
  if (expected !== undefined && expected !== id) throw otherMember();
  // A member who became an owner shares no limits with its inviter, or with those it invited.
  const inviterId = role === 'owner' ? `owner ${id}` : (inviter_id ?? id);
  const counted = { responsibleId: id, inviterId, role };
  return { type: 'member', id, ...counted, name, projectIds: projectIdsOf(project_ids), session };
}
