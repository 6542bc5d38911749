import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesOf } from '../../../../scripts/test-folders.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** These make tests depend on the machine's speed or on chance. */
const FORBIDDEN =
  /\b(?:setTimeout|setInterval|sleep)\(|\bperformance\.now\b|\bDate\.now\b|\bAbortSignal\.timeout\b|\bMath\.random\b|\brandomInt\(|\bfreePort\(/;

/** Files of `npm test` that need one of these without harm. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The test controls this process's timers and clocks (fast-time.ts, mock.timers).
  'client/test/unit/inbox.test.ts': 'virtual time',
  'client/test/unit/lease.test.ts': 'virtual time',
  'client/test/unit/outbox.test.ts': 'virtual time',
  'client/test/unit/server-clock.test.ts': 'virtual time',
  'console/test/unit/live-stream.test.ts': 'virtual time',
  'server/test/engines/sqlite/database.test.ts': 'the test replaces the clock',
  // Something repeats until the test has what it waits for.
  'client/test/server/resumed-uploads.test.ts': 'asks again for what was refused',
  'client/test/unit/file-uploads.test.ts': 'asks again for what was refused',
  'console/test/e2e/ticket.test.ts': 'polls as often as the limits of the server allow',
  'server/test/api/team/player-data/hostile-responses.test.ts': 'a service that sends one byte after another',
  // There is no event to wait for. Faster machines look a little longer.
  'client/test/unit/stored.test.ts': 'a write must not follow',
  // The other side has the real clock: another program, a signature, a file.
  'server/test/api/jobs/prune-attachments.test.ts': 'the times of files',
  'server/test/api/team/oidc/back-channel-logout.test.ts': 'the times of tokens',
  'server/test/api/team/oidc/sign-in-with-provider.test.ts': 'the times of tokens',
  'server/test/programs/identity-code.test.ts': 'a code for another program',
  'server/test/unit/file-stores.test.ts': 'the times of files',
  'server/test/unit/platform-accounts.test.ts': 'the times of tokens',
  // Only lower bounds: a slow machine takes longer.
  'server/test/api/player/upload-attachment.test.ts': 'a pause of the server',
  'server/test/engines/disk-full.test.ts': 'writes for as long as a disk is full',
  'server/test/http/pipelining.test.ts': 'work that takes time',
  'server/test/unit/free-buffers.test.ts': 'garbage is reported later',
  // A program that cannot say its port, or an unused port.
  'server/test/api/http/health-and-metrics.test.ts': 'a port of METRICS_PORT',
  'server/test/api/jobs/scan-attachments.test.ts': 'a port of clamd',
  'server/test/engines/postgres/cli.test.ts': 'a port without a server',
  'server/test/programs/cli.test.ts': 'a port of PUBLIC_URL',
  'server/test/programs/files-commands.test.ts': 'a port without a server',
  'server/test/programs/process.test.ts': 'a port of PORT',
  'server/test/unit/player-data-docs.test.ts': 'programs of the documentation',
  'server/test/unit/s3-failures.test.ts': 'a port without a server',
  'server/test/unit/webhook-docs.test.ts': 'programs of the documentation',
};

test('tests of `npm test` use no timer, clock, chance or port found in advance, but for named exceptions', () => {
  const files = filesOf(ROOT, globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }), 'test');
  const found = files
    .filter((file) => FORBIDDEN.test(readFileSync(path.join(ROOT, file), 'utf8')))
    .map((file) => file.split(path.sep).slice(1).join('/'));
  assert.deepEqual(found.sort(), Object.keys(EXCEPTIONS).sort());
});

/** A check that reads a page once. `doesNotMatch` may, after a wait. */
const READ_ONCE =
  /\bassert\.(?!doesNotMatch)\w+\(\s*[^;]*?\bawait [^;]*?\.(?:count|inputValue|textContent|innerText|all(?:Inner|Text)\w+|is(?:Visible|Hidden|Disabled|Enabled|Checked)|getAttribute|evaluate(?:All)?|boundingBox)\(/;

test('no check of a test of pages reads a page only once', () => {
  const files = globSync('packages/*/test/{pages,e2e}/**/*.test.ts', { cwd: ROOT });
  assert.ok(files.length > 50);
  const found = files.filter((file) => READ_ONCE.test(readFileSync(path.join(ROOT, file), 'utf8')));
  assert.deepEqual(found, []);
});
