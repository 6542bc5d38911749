import { newApiKey } from '../../../src/domain/api-key.ts';
import { aMember } from '../builders.ts';
import type { Reply } from '../call.ts';
import { withTotp } from '../things.ts';
import type { Attempt, RequestParts, Scenario, TeamGiven } from './facts.ts';
import { withChanges } from './requests.ts';

/** Scenarios that many operations share. */

export const UNKNOWN_TICKET = `tkt_${'a'.repeat(42)}`;
export const UNKNOWN_PLAYER = `ply_${'a'.repeat(26)}`;

/** More than any rate limit of the server on which scenarios run. */
const TOO_OFTEN = 70;

/** The valid request. */
export async function valid<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  return send(await prepare());
}

/** The valid request with other values. */
export function changed(changes: RequestParts) {
  return async <Given>({ prepare, send }: Attempt<Given>): Promise<Reply> => {
    return send(withChanges(await prepare(), changes));
  };
}

/** The valid request without a token, key or cookie. */
export async function withoutCredentials<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  return send(await prepare(), {});
}

/** The valid request with an API key that may only read. */
export const asViewer: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const { key, row } = newApiKey('viewer', server.clock.now, { role: 'viewer', projectIds: null });
  await server.store.apiKeys.insert(row);
  return send(await prepare(), { token: key });
};

/** The valid request of a member's browser, which a page of another site made it send. */
export const fromAnotherSite: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const { cookie } = await aMember(server);
  return send(await prepare(), { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
};

/** Sends the request until a rate limit refuses it. */
export async function untilLimited(again: () => Promise<Reply>): Promise<Reply> {
  let reply = await again();
  for (let count = 1; count < TOO_OFTEN && reply.status !== 429; count++) reply = await again();
  return reply;
}

/** The valid request, too often. */
export async function tooOften<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  const request = await prepare();
  return untilLimited(() => send(request));
}

/** Requests without credentials, too often. */
export async function tooOftenWithoutCredentials<Given>({ prepare, send }: Attempt<Given>): Promise<Reply> {
  const request = await prepare();
  return untilLimited(() => send(request, {}));
}

/** Two requests with one Idempotency-Key, but with other bodies. */
export function sameKeyFor(other: object) {
  return async <Given>({ prepare, send }: Attempt<Given>): Promise<Reply> => {
    const request = { ...(await prepare()), headers: { 'idempotency-key': 'one' } };
    await send(request);
    return send(withChanges(request, { body: other }));
  };
}

/** Two valid requests with one Idempotency-Key, but with other messages. */
export const sameKeyForAnotherText = sameKeyFor({ message: 'Other.' });

/** The valid request of a member who has set up a second factor meanwhile. */
export const withSecondFactor: Scenario<TeamGiven> = async ({ server, member, prepare, send }) => {
  const request = await prepare();
  if (member !== undefined) await withTotp(server, member);
  return send(request);
};
