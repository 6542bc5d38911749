import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, suite, test } from 'node:test';
import { typesOf } from '@player-support/openapi-types';
import { aProject } from '../helpers/builders.ts';
import { sharedServer } from '../helpers/shared-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const EXAMPLE = path.join(ROOT, 'packages/openapi-types/example');
const GENERATED = path.join(EXAMPLE, 'generated');

function compile(): { status: number | null; output: string } {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', EXAMPLE], { cwd: ROOT, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

suite('clients with types from the OpenAPI documents', async () => {
  const server = await sharedServer();

  before(async () => {
    rmSync(GENERATED, { recursive: true, force: true });
    mkdirSync(GENERATED);
    for (const [name, document] of [
      ['player', 'game-v1'],
      ['specified', 'v1'],
      ['team', 'team-v1'],
    ]) {
      const { body } = await server.call('GET', `/openapi/${document}.json`);
      writeFileSync(path.join(GENERATED, `${name}.ts`), await typesOf(body));
    }
  });

  test('compile, and refuse wrong requests', () => {
    assert.deepEqual(compile(), { status: 0, output: '' });
  });

  test('make a round trip', async () => {
    const { roundTrip } = await import(path.join(EXAMPLE, 'round-trip.ts'));
    const project = await aProject(server);
    const { ticketId, readAt, ...result } = await roundTrip({
      baseUrl: server.url,
      projectPublicKey: project.publicKey,
      apiKey: server.teamKey,
    });
    assert.equal(readAt, new Date(server.clock.now).toISOString());
    assert.deepEqual(result, {
      queue: [{ id: ticketId, status: 'open', platform: 'linux' }],
      conversation: [
        { authorType: 'player', message: 'I cannot leave level 3.' },
        { authorType: 'admin', message: 'Jump twice.' },
      ],
      inbox: [
        { type: 'ticket_status', ticketId, readAt: null },
        { type: 'ticket_reply', ticketId, readAt: null },
      ],
      unread: [1, 0],
    });
  });
});
