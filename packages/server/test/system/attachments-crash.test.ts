import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DAY, HOUR } from '../../src/domain/time.ts';
import {
  aPlayer,
  createTicket,
  eventually,
  getTicket,
  listTickets,
  NO_LIMITS,
  type Player,
  type Project,
  updateProject,
} from '../helpers/builders.ts';
import { type Api, call, type Reply } from '../helpers/call.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { aPicture, bytesOf, upload } from '../helpers/files.ts';
import { type ServerProcess, startProcess } from '../helpers/programs.ts';
import { rounds } from '../helpers/rounds.ts';
import { queryRows } from '../helpers/stored-rows.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';
import { aLog, anUpload, PART, sendPart } from '../helpers/uploads.ts';

const ROUNDS = rounds(2);
const WRITERS = 4;
/** Uploaded in two parts. */
const LOG = aLog(PART + 1000);
const TEXT = bytesOf(Buffer.alloc(100_000, 'a'));

/** What one player sent. Only confirmed messages have files here. */
interface Story {
  readonly player: Player;
  readonly confirmed: string[];
}

const apiOf = ({ url }: ServerProcess, teamKey: string): Api => ({
  url,
  teamKey,
  call: (method, where, options) => call(url, method, where, options),
});

/** Plays stories until the server is gone. Calls `answered` for each response. */
async function write(api: Api, project: Project, stories: Story[], answered: () => void): Promise<void> {
  const send = async (reply: Promise<Reply>) => {
    const { status, body, text } = await reply;
    assert.ok(status < 300, text);
    answered();
    return body;
  };
  const picture = await aPicture('png', 200);
  try {
    for (;;) {
      const player = await aPlayer(api, project);
      const story: Story = { player, confirmed: [] };
      stories.push(story);
      const log = await send(upload(api, player, TEXT, { type: 'text/plain' }));
      const created = await send(createTicket(api, player, { attachments: [log.attachmentId] }));
      assert.deepEqual(created.refusedAttachments, []);
      story.confirmed.push(log.attachmentId);
      const image = await send(upload(api, player, picture));
      const reply = { message: 'See the picture.', attachments: [image.attachmentId] };
      const where = `/api/v1/tickets/${created.ticketId}/messages`;
      const added = await send(api.call('POST', where, { token: player.token, body: reply }));
      assert.deepEqual(added.refusedAttachments, []);
      story.confirmed.push(image.attachmentId);
      const id = await anUpload(api, player, LOG.length);
      await send(sendPart(api, player, id, 0, LOG.slice(0, PART)));
      await send(sendPart(api, player, id, PART, LOG.slice(PART)));
      const long = { message: 'See the log.', attachments: [id] };
      const third = await send(api.call('POST', where, { token: player.token, body: long }));
      assert.deepEqual(third.refusedAttachments, []);
      story.confirmed.push(id);
      // The last part never comes.
      const incomplete = await anUpload(api, player, LOG.length);
      await send(sendPart(api, player, incomplete, 0, LOG.slice(0, PART)));
      await send(upload(api, player, bytesOf('b'), { type: 'text/plain' }));
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Resolves when the server is gone. */
function stall(api: Api, { token }: Player): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain', 'content-length': 1_000_000 };
  const sent = request(`${api.url}/api/v1/player/attachments`, { method: 'POST', headers });
  sent.write(TEXT);
  return new Promise((resolve) => sent.on('error', () => {}).on('close', resolve));
}

/** Reads all files of the players' messages. Returns their ids. */
async function readable(api: Api, stories: readonly Story[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { player, confirmed } of stories) {
    const own: string[] = [];
    for (const { id: ticketId } of (await listTickets(api, player)).body.tickets) {
      const { messages } = (await getTicket(api, player, ticketId)).body;
      for (const { id, url, size } of messages.flatMap((message: Reply['body']) => message.attachments ?? [])) {
        const response = await fetch(api.url + url);
        assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, size], id);
        own.push(id);
      }
    }
    for (const id of confirmed) assert.ok(own.includes(id), `the message lost ${id}`);
    ids.push(...own);
  }
  return ids;
}

test('a server that is killed keeps every file of a message, and the jobs delete all others', async (t) => {
  const folder = path.join(temporaryDirectory(t), 'files');
  const scratch = path.join(folder, '.incomplete');
  const DATABASE_URL = await emptyDatabase(t);
  const env = {
    DATABASE_URL,
    FILES_URL: pathToFileURL(folder).href,
    FILES_MIN_FREE_MB: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
  };
  const rows = async (where: string) =>
    (await queryRows(DATABASE_URL, `SELECT attachment_id AS id FROM attachment WHERE ${where}`)).map(({ id }) =>
      String(id),
    );
  const stored = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath !== scratch)
      .map(({ name }) => name);
  /** Makes what a kill left old enough to be deleted. */
  const age = async () => {
    await executeSql(DATABASE_URL, `UPDATE attachment SET expires_at = expires_at - ${8 * DAY}`);
    const old = new Date(Date.now() - 3 * HOUR);
    for (const name of readdirSync(scratch)) utimesSync(path.join(scratch, name), old, old);
  };

  let server = await startProcess(t, env);
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  let api = apiOf(server, teamKey);
  const { project } = await aPlayer(api);
  await updateProject(api, project, NO_LIMITS);
  const kept: string[] = [];
  const left = { receiving: 0, unbound: 0, parts: 0, scratch: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const stories: Story[] = [];
    const slow = await aPlayer(api, project);
    const stalled = stall(api, slow);
    await eventually(async () => (await rows(`player_id = '${slow.id}'`)).length === 1);
    // Each kill leaves a file without a message, and one with only its first part.
    const other = await aPlayer(api, project);
    assert.equal((await upload(api, other, bytesOf('b'), { type: 'text/plain' })).status, 201);
    const incomplete = await anUpload(api, other, LOG.length);
    assert.equal((await sendPart(api, other, incomplete, 0, LOG.slice(0, PART))).status, 204);
    let count = randomInt(10, 60);
    const answered = () => {
      if (--count === 0) server.kill('SIGKILL');
    };
    const writers = Array.from({ length: WRITERS }, () => write(api, project, stories, answered));
    await Promise.all([stalled, ...writers]);
    await server.exited;

    left.receiving += (await rows("state = 'receiving'")).length;
    left.unbound += (await rows("state = 'ready' AND message_id IS NULL")).length;
    left.parts += stored().filter((name) => name.includes('_part')).length;
    left.scratch += readdirSync(scratch).length;
    // The jobs run during the next round, so they are killed too.
    await age();
    server = await startProcess(t, env);
    api = apiOf(server, teamKey);
    kept.push(...(await readable(api, stories)));
  }
  t.diagnostic(`${ROUNDS} kills: ${kept.length} files of messages, left behind: ${JSON.stringify(left)}`);
  for (const [what, number] of Object.entries(left)) assert.ok(number >= ROUNDS, `${what}: ${number}`);

  kept.sort();
  await eventually(async () => stored().length === kept.length && readdirSync(scratch).length === 0);
  assert.deepEqual(stored().sort(), kept);
  await eventually(async () => (await rows('message_id IS NULL')).length === 0);
  assert.deepEqual((await rows('message_id IS NOT NULL')).sort(), kept);
});
