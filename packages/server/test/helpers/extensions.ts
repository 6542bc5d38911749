import assert from 'node:assert/strict';
import { aPlayer, type Player, type Project } from './builders.ts';
import type { Api, Reply } from './call.ts';
import { aFileUrl, bytesOf } from './files.ts';
import type { TestServer } from './harness.ts';
import { linked, setUpIdentity, unlink } from './identity.ts';
import { anAskedTicket, aPublicIssue, sayFixed, subscribe } from './known-issues.ts';
import { anUpload, getUpload, sendPart, TUS, UPLOADS } from './uploads.ts';

/** Uses every player API extension once, with new players. `now`: the server's. */
export async function everyExtension(server: TestServer, project: Project, now: number): Promise<void> {
  await setUpIdentity(server, project);
  const [one, other] = [await aPlayer(server, project), await aPlayer(server, project)];
  const code = await server.call('POST', '/api/v1/player/support-code', { token: one.token });
  const use = { token: other.token, body: { code: code.body.code } };
  const replies = [code, await server.call('POST', '/api/v1/player/support-code/use', use)];
  replies.push(await unlink(server, await linked(server, one, `account of ${one.installationId}`, now)));
  replies.push(await server.call('GET', '/api/v1/player/ticket-types', { token: other.token }));
  replies.push(await server.call('GET', await aFileUrl(server, other)));
  replies.push(...(await aboutKnownIssues(server, project, other)));
  for (const { status, text } of replies) assert.equal(status, 200, text);
  await uploads(server, other);
}

/** Reads known issues, says one is fixed. */
async function aboutKnownIssues(server: TestServer, project: Project, player: Player): Promise<Reply[]> {
  const { player: asked, ticketId } = await anAskedTicket(server, project);
  const { token } = asked;
  const subscribed = await subscribe(server, player, await aPublicIssue(server, project));
  assert.equal(subscribed.status, 204, subscribed.text);
  return [
    await server.call('GET', '/api/v1/player/known-issues', { token }),
    await server.call('GET', '/api/v1/player/questions', { token }),
    await server.call('GET', '/api/v1/player/ticket-numbers', { token }),
    await sayFixed(server, asked, ticketId, true),
  ];
}

/** One file in parts, and another that stops. */
async function uploads(server: Api, player: Player): Promise<void> {
  const id = await anUpload(server, player, 1);
  assert.equal((await getUpload(server, player, id)).status, 200);
  const stopped = await server.call('DELETE', `${UPLOADS}/${id}`, { token: player.token, headers: TUS });
  assert.equal(stopped.status, 204);
  assert.equal((await sendPart(server, player, await anUpload(server, player, 1), 0, bytesOf('a'))).status, 204);
}
