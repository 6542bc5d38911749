import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  aPlayer,
  createTicket,
  eventually,
  getTicket,
  NO_LIMITS,
  type Player,
  updateProject,
} from '../helpers/builders.ts';
import { emptyDatabase, executeSql } from '../helpers/databases.ts';
import { bytesOf, noise, upload } from '../helpers/files.ts';
import { type Api, call, temporaryDirectory } from '../helpers/harness.ts';
import { type ServerProcess, type Settings, startProcess } from '../helpers/programs.ts';

const DAY_MS = 86_400_000;
const UPLOADS = 50;
/** What the uploads may need beside the server itself. One that held the bodies would need 500. */
const MAX_MEGABYTES = 100;
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 1);

/** A server process with a folder of files, and what it needs to start again. */
async function settingsOf(t: TestContext) {
  const folder = path.join(temporaryDirectory(t), 'files');
  const env: Settings = {
    DATABASE_URL: await emptyDatabase(t),
    FILES_URL: pathToFileURL(folder).href,
    FILES_MIN_FREE_MB: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ATTACHMENT_PLAYER_MB_PER_DAY: '1000',
  };
  return { folder, env };
}

const apiOf = ({ url }: ServerProcess, teamKey: string): Api => ({
  url,
  teamKey,
  call: (method, where, options) => call(url, method, where, options),
});

async function firstApi(server: ServerProcess): Promise<Api> {
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  return apiOf(server, teamKey);
}

/** The most memory that a process has used so far, in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

test(`${UPLOADS} uploads of 10 MB at once need little memory`, async (t) => {
  const { env } = await settingsOf(t);
  // The options of `npm start`.
  const server = await startProcess(t, { ...env, NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=1024' });
  const api = await firstApi(server);
  const player = await aPlayer(api);
  await updateProject(api, player.project, NO_LIMITS);
  const players = await Promise.all(Array.from({ length: UPLOADS }, () => aPlayer(api, player.project)));
  const text = bytesOf(Buffer.alloc(10_000_000, 'a line of a log\n'));
  const picture = await noise(1800, 10_000_000);
  assert.ok(picture.length > 9_000_000, String(picture.length));
  // The start needs more than the uploads: forget its peak.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  const before = peakOf(server.pid);
  const uploads = players.map(async (one, index) => {
    const [raw, type] = index % 5 === 0 ? [picture, 'image/png'] : [text, 'text/plain'];
    for (;;) {
      const { status, headers } = await upload(api, one, raw, { type });
      if (status !== 503) return status;
      await sleep(Number(headers.get('retry-after')) * 1000);
    }
  });
  const statuses = new Set(await Promise.all(uploads));
  assert.deepEqual([...statuses], [201]);
  t.diagnostic(`before: ${Math.round(before)} MB`);
  const peak = peakOf(server.pid);
  t.diagnostic(`peak memory of the server: ${Math.round(peak)} MB`);
  assert.ok(peak - before < MAX_MEGABYTES, `${peak - before} MB`);
});

/** Uploads and creates tickets until the server is gone. */
async function write(api: Api, player: Player): Promise<void> {
  try {
    for (;;) {
      const { body } = await upload(api, player, bytesOf(Buffer.alloc(100_000, 'a')), { type: 'text/plain' });
      // Half of the files get no message.
      await upload(api, player, bytesOf('b'), { type: 'text/plain' });
      await createTicket(api, player, { attachments: [body.attachmentId] });
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

test('a server that is killed keeps every file of a message, and the job deletes all others', async (t) => {
  const { env, folder } = await settingsOf(t);
  let server = await startProcess(t, env);
  let api = await firstApi(server);
  const first = await aPlayer(api);
  await updateProject(api, first.project, NO_LIMITS);
  const players: Player[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await Promise.all(Array.from({ length: 4 }, () => aPlayer(api, first.project)));
    players.push(...own);
    const writing = own.map((player) => write(api, player));
    await eventually(async () => (await ticketsOf(api, own)).length > 4);
    await sleep(Math.random() * 100);
    server.kill('SIGKILL');
    await server.exited;
    await Promise.all(writing);
    server = await startProcess(t, env);
    api = apiOf(server, api.teamKey);
  }

  const kept = new Set<string>();
  for (const [player, ticketId] of await ticketsOf(api, players)) {
    const { messages } = (await getTicket(api, player, ticketId)).body;
    for (const { id, url, size } of messages[0].attachments ?? []) {
      const response = await fetch(api.url + url);
      assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, size]);
      kept.add(id);
    }
  }
  assert.ok(kept.size > 0);
  await executeSql(env.DATABASE_URL ?? '', `UPDATE attachment SET expires_at = expires_at - ${2 * DAY_MS}`);
  const stored = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.startsWith('att_') && !entry.parentPath.endsWith('.incomplete'))
      .map(({ name }) => name);
  await eventually(async () => stored().length === kept.size);
  assert.deepEqual(stored().sort(), [...kept].sort());
});

async function ticketsOf(api: Api, players: readonly Player[]): Promise<[Player, string][]> {
  const lists = players.map(async (player): Promise<[Player, string][]> => {
    const { body } = await api.call('GET', `/api/v1/player/tickets?projectPublicKey=${player.project.publicKey}`, {
      token: player.token,
    });
    return body.tickets.map(({ id }: { id: string }) => [player, id]);
  });
  return (await Promise.all(lists)).flat();
}
