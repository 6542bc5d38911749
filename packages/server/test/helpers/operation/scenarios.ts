import { newApiKey } from '../../../src/domain/api-key.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { aMember } from '../builders.ts';
import type { Reply } from '../call.ts';
import { withTotp } from '../things.ts';
import type { Attempt, PlayerFacts, PlayerGiven, RequestParts, Scenario, TeamFacts, TeamGiven } from './facts.ts';
import { withChanges } from './requests.ts';

export const UNKNOWN_TICKET = `tkt_${'a'.repeat(42)}`;
export const UNKNOWN_PLAYER = `ply_${'a'.repeat(26)}`;

/** More than any rate limit of the scenarios' server. */
const TOO_OFTEN = 70;

export async function valid<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  return send(await prepare());
}

/** Sends the valid request with other values. */
export function changed(changes: RequestParts) {
  return async <Given>({ prepare, send }: Attempt<Given>): Promise<Reply> => {
    return send(withChanges(await prepare(), changes));
  };
}

export async function withoutCredentials<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  return send(await prepare(), {});
}

/** Sends the valid request with a read-only API key. */
export const asViewer: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const { key, row } = newApiKey('viewer', server.clock.now, { role: 'viewer', projectIds: null });
  await server.store.apiKeys.insert(row);
  return send(await prepare(), { token: key });
};

/** A page of another site makes a member's browser send it. */
export const fromAnotherSite: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const { cookie } = await aMember(server);
  return send(await prepare(), { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
};

export async function untilLimited(again: () => Promise<Reply>): Promise<Reply> {
  let reply = await again();
  for (let count = 1; count < TOO_OFTEN && reply.status !== 429; count++) reply = await again();
  return reply;
}

export async function tooOften<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  const request = await prepare();
  return untilLimited(() => send(request));
}

export async function tooOftenWithoutCredentials<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  const request = await prepare();
  return untilLimited(() => send(request, {}));
}

/** Covers the statuses that mean the same for nearly every operation. */
function usualScenarios({ success, auth, limits = [] }: Operation) {
  const isLimited = auth === 'none' || limits.length > 0;
  return {
    [success.status]: valid,
    401: withoutCredentials,
    429: isLimited ? tooOften : tooOftenWithoutCredentials,
  };
}

/** Joins the usual ones for the declared statuses and the written ones. */
function withUsual<Given>(
  { success, failures }: Operation,
  usual: Readonly<Record<number, Scenario<Given>>>,
  written: Readonly<Record<number, Scenario<Given>>> = {},
): Readonly<Record<number, Scenario<Given>>> {
  const declared = [success.status, ...Object.keys(failures)].map(Number);
  return {
    ...Object.fromEntries(declared.flatMap((status) => (usual[status] ? [[status, usual[status]]] : []))),
    ...written,
  };
}

export const statusesOfPlayer = (operation: Operation, written?: PlayerFacts['statuses']) =>
  withUsual<PlayerGiven>(operation, usualScenarios(operation), written);

/** Everybody signed in has a viewer's rights, so there a 403 needs another site. */
export const statusesOfTeam = (operation: Operation, written?: TeamFacts['statuses']) => {
  const { role = 'viewer' } = operation;
  const forbidden = role === 'viewer' ? fromAnotherSite : asViewer;
  return withUsual<TeamGiven>(operation, { ...usualScenarios(operation), 403: forbidden }, written);
};

/** The bodies of the two requests differ. */
export function sameKeyFor(other: object) {
  return async <Given>({ prepare, send }: Attempt<Given>): Promise<Reply> => {
    const request = { ...(await prepare()), headers: { 'idempotency-key': 'one' } };
    await send(request);
    return send(withChanges(request, { body: other }));
  };
}

export const sameKeyForAnotherText = sameKeyFor({ message: 'Other.' });

/** The member has set up a second factor meanwhile. */
export const withSecondFactor: Scenario<TeamGiven> = async ({ server, member, prepare, send }) => {
  const request = await prepare();
  if (member !== undefined) await withTotp(server, member);
  return send(request);
};
