import assert from 'node:assert/strict';
import { aPlayer, type Player, type Project } from './builders.ts';
import { aFileUrl, bytesOf } from './files.ts';
import type { Api } from './harness.ts';
import { linked, setUpIdentity, unlink } from './identity.ts';
import { anUpload, getUpload, sendPart, TUS, UPLOADS } from './uploads.ts';

/** Every extension of the player API once, with new players. @param now of the server */
export async function everyExtension(server: Api, project: Project, now: number): Promise<void> {
  await setUpIdentity(server, project);
  const [one, other] = [await aPlayer(server, project), await aPlayer(server, project)];
  const code = await server.call('POST', '/api/v1/player/support-code', { token: one.token });
  const use = { token: other.token, body: { code: code.body.code } };
  const replies = [code, await server.call('POST', '/api/v1/player/support-code/use', use)];
  replies.push(await unlink(server, await linked(server, one, `account of ${one.installationId}`, now)));
  replies.push(await server.call('GET', '/api/v1/player/ticket-types', { token: other.token }));
  replies.push(await server.call('GET', await aFileUrl(server, other)));
  for (const { status, text } of replies) assert.equal(status, 200, text);
  await uploads(server, other);
}

/** Uploads a file in parts, and stops another one. */
async function uploads(server: Api, player: Player): Promise<void> {
  const id = await anUpload(server, player, 1);
  assert.equal((await getUpload(server, player, id)).status, 200);
  const stopped = await server.call('DELETE', `${UPLOADS}/${id}`, { token: player.token, headers: TUS });
  assert.equal(stopped.status, 204);
  assert.equal((await sendPart(server, player, await anUpload(server, player, 1), 0, bytesOf('a'))).status, 204);
}
