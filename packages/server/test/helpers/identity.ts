import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Player, type Project, team } from './builders.ts';
import type { Api, Reply } from './call.ts';
import { START } from './harness.ts';

/** A game's backend proves who a player is. */

export const AUDIENCE = 'player-support';
export const SECRET = 'a shared secret of a test, long enough';
const KEY = new TextEncoder().encode(SECRET);

/** Lets a project link players, by default with a shared secret. */
export async function setUpIdentity(
  server: Api,
  project: Project,
  settings: object = { secret: SECRET },
): Promise<void> {
  const reply = await team(server, 'PUT', `/projects/${project.id}/identity`, { audience: AUDIENCE, ...settings });
  assert.equal(reply.status, 200, reply.text);
}

/** Valid ones. `now`: milliseconds since 1970. */
export function claimsOf(subject: string, now = START): Record<string, unknown> {
  const iat = Math.floor(now / 1000);
  return { sub: subject, aud: AUDIENCE, iat, exp: iat + 300, jti: randomUUID() };
}

/** Signs a token with the tests' shared secret. */
export const identityToken = (subject: string, now = START, claims: object = {}): Promise<string> =>
  new SignJWT({ ...claimsOf(subject, now), ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(KEY);

export const link = (server: Api, player: Player, identityToken: string): Promise<Reply> =>
  server.call('POST', '/api/v1/player/link', { token: player.token, body: { identityToken } });

/** Gives the player the response's id and token. */
export function afterLink(player: Player, { status, body, text }: Reply): Player {
  assert.equal(status, 200, text);
  return { ...player, id: body.playerId, token: body.playerAccessToken };
}

/** Links an installation to an account of its project. `now`: the server's. */
export async function linked(server: Api, player: Player, subject: string, now = START): Promise<Player> {
  return afterLink(player, await link(server, player, await identityToken(subject, now)));
}

export const unlink = (server: Api, player: Player): Promise<Reply> =>
  server.call('DELETE', '/api/v1/player/link', { token: player.token });
