import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { aPlayer, NO_LIMITS, updateProject } from '../helpers/builders.ts';
import { type Api, call } from '../helpers/call.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { bytesOf, noise, upload } from '../helpers/files.ts';
import { startProcess } from '../helpers/programs.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const UPLOADS = 50;
/** For uploads, besides the server itself. Holding the bodies would need 500. */
const MAX_MEGABYTES = 100;

/** Reads a process's peak memory so far, in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

test(`${UPLOADS} uploads of 10 MB at once need little memory`, async (t) => {
  const settings = {
    DATABASE_URL: await emptyDatabase(t),
    FILES_URL: pathToFileURL(path.join(temporaryDirectory(t), 'files')).href,
    FILES_MIN_FREE_MB: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ATTACHMENT_PLAYER_MB_PER_DAY: '1000',
    // As in `npm start`.
    NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=1024',
  };
  // Faster than shipped: that needs more memory, and less time.
  const server = await startProcess(t, settings, { attachments: { bytesPerSecond: 1_000_000_000 } });
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  const api: Api = {
    url: server.url,
    teamKey,
    call: (method, where, options) => call(server.url, method, where, options),
  };
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
