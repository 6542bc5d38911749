import { setTimeout as sleep } from 'node:timers/promises';
import { projectIdsOf } from '../domain/access.ts';
import { endOf } from '../domain/api-key.ts';
import { hashSecret, sameHash, TEAM_KEY_PREFIX } from '../domain/tokens.ts';
import { AppError } from '../errors.ts';
import type { MemberCaller, Player, TeamCaller } from '../operations/callers.ts';
import { keyRefused, otherMember, sessionEnded, tokenRefused, unauthorized } from '../operations/unauthorized.ts';
import type { PlayerSession, Sender } from '../store/player-sessions.ts';
import { idleSince } from '../team/session/idle-since.ts';
import type { ApiRequest, QueryString } from './api-request.ts';
import { noteRefusal } from './origin.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { Service } from './service.ts';
import { sessionOf } from './session-cookie.ts';

/** How long a request waits for a check of its session, and how often it looks. */
const MAX_RECHECK_MS = 10_000;
const RECHECK_STEP_MS = 100;

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** A malformed Authorization header that seems to contain a token of this service. */
const TOKEN_PRESENTED = /bearer|pat_|psk_/i;

const TOKEN_PARAMETER = /^(?:access_token|token|playerAccessToken)(?:\[\])?$/i;

const SECRET = /^\s*(?:bearer\s+)?(?:pat|psk)_/i;

const TOKEN_IN_URL = 'A token in the URL is refused. Send it in the Authorization header only.';

/** The name of a query parameter that contains a token. Tokens must never be in a URL. */
export function tokenInQuery(query: QueryString): string | undefined {
  for (const name in query) {
    const values = [name, query[name] ?? ''].flat();
    if (TOKEN_PARAMETER.test(name) || values.some((value) => SECRET.test(value))) return name;
  }
  return undefined;
}

/** The bearer token of a request. Undefined if there is none, or the header is malformed. */
export function presentedToken({ headers }: ApiRequest): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Whether a request has an Authorization header or a session cookie. */
export function presentsCredentials(request: ApiRequest): boolean {
  return request.headers.authorization !== undefined || sessionOf(request) !== undefined;
}

/** The bearer token of a request. @throws AppError `unauthorized` */
export function bearerToken(request: ApiRequest): string {
  if (tokenInQuery(request.query) !== undefined) throw unauthorized(TOKEN_IN_URL, 'invalid_request');
  // Node joins two such headers with a comma, which no token contains.
  const token = presentedToken(request);
  if (token !== undefined) return token;
  const header = request.headers.authorization ?? '';
  if (!TOKEN_PRESENTED.test(header)) throw unauthorized('Send the header Authorization: Bearer <token>.');
  throw unauthorized('The Authorization header must be Bearer <token>.', 'invalid_request');
}

/** The player of a session, if the token belongs to it. @throws AppError `unauthorized` */
export async function playerOfSession(
  { tokenHash }: Sender,
  session: PlayerSession,
  { projectCache }: Service,
  now: number,
): Promise<Player> {
  if (!sameHash(session.token_hash, tokenHash) || now >= session.token_expires_at) throw tokenRefused();
  const entry = await projectCache.byId(session.project_id);
  if (entry?.project.status !== 'active') {
    throw unauthorized('The project of this token is disabled.', 'invalid_token');
  }
  return { session, project: entry.project, announcements: entry.announcements };
}

/**
 * The member of the session in the cookie. With the header `X-Member-Id`, only that member: the tabs
 * of a browser share the cookie, so another member may have signed in since the page was opened.
 *
 * @throws AppError `unauthorized`, `cross-site`
 */
export async function authenticateMember(request: ApiRequest, service: Service, now: number): Promise<MemberCaller> {
  if (tokenInQuery(request.query) !== undefined) throw unauthorized(TOKEN_IN_URL, 'invalid_request');
  const secret = sessionOf(request);
  if (secret === undefined) {
    const isKey = request.headers.authorization !== undefined;
    throw unauthorized(isKey ? 'Sign in first: API keys are refused here.' : 'Sign in first.');
  }
  requireSameOrigin(request);
  const session = await sessionWith(secret, service, now);
  if (session === undefined) throw sessionEnded();
  const { member_id: id, name, role, project_ids } = session;
  const expected = request.headers['x-member-id'];
  if (expected !== undefined && expected !== id) throw otherMember();
  return { type: 'member', id, name, role, projectIds: projectIdsOf(project_ids), session };
}

/** The session with this secret. If it began at a provider, the provider is asked now and then. */
async function sessionWith(secret: string, { store, config, oidc }: Service, now: number) {
  const hash = hashSecret(secret);
  const alive = { now, idleSince: idleSince(config, now) };
  const session = await store.memberSessions.valid(hash, alive);
  const isDue = (one: typeof session) => typeof one?.check_at === 'number' && one.check_at <= now;
  if (session === undefined || !isDue(session)) return session;
  // Single sign-on was switched off since.
  if (oidc === undefined) return undefined;
  await oidc.recheck(session, secret);
  // While another node or worker asks, wait for what it hears.
  for (let waited = 0; waited <= MAX_RECHECK_MS; waited += RECHECK_STEP_MS) {
    const checked = await store.memberSessions.valid(hash, alive);
    if (!isDue(checked)) return checked;
    await sleep(RECHECK_STEP_MS);
  }
  const detail = 'The provider has not said yet whether you may still sign in. Try again.';
  throw new AppError('unavailable', { detail, headers: { 'retry-after': '1' } });
}

/**
 * The API key in the header or, without that header, the member of the session in the cookie.
 *
 * @throws AppError `unauthorized`, `cross-site`
 */
export async function authenticateTeam(request: ApiRequest, service: Service, now: number): Promise<TeamCaller> {
  if (request.headers.authorization === undefined && sessionOf(request) !== undefined) {
    return authenticateMember(request, service, now);
  }
  const key = bearerToken(request);
  const row = key.startsWith(TEAM_KEY_PREFIX) ? await service.store.apiKeys.byHash(hashSecret(key)) : undefined;
  if (row === undefined) throw keyRefused();
  const { api_key_id: id, name, role, project_ids } = row;
  const reason = endOf(row, now);
  if (reason !== undefined) {
    noteRefusal(request, service, { actor: { type: 'api_key', id, name }, reason, now });
    throw keyRefused();
  }
  return { type: 'api_key', id, name, role, projectIds: projectIdsOf(project_ids) };
}
