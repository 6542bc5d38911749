import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, MINUTE, SECOND } from '../../../src/domain/time.ts';
import { aProject, type Project } from '../../helpers/builders.ts';
import { executeSql } from '../../helpers/databases.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

/** Hours back, and years forward. */
const STEPS = [
  ['back by 40 days', -40 * DAY],
  ['forward by ten years', 3650 * DAY],
] as const;

async function identifies(server: TestServer, { publicKey }: Project) {
  const body = { projectPublicKey: publicKey, installationId: 'installation-1' };
  const { status, headers } = await server.call('POST', '/api/v1/player/identify', { body });
  return [status, headers.get('retry-after')];
}

suite('when the clock of the system is set', () => {
  for (const [name, step] of STEPS) {
    test(`${name}, a used-up limit ends after its window, and not before`, async (t) => {
      const server = await startServer(t, { env: { RATE_LIMIT_IDENTIFY: '1' } });
      const project = await aProject(server);
      assert.deepEqual(await identifies(server, project), [200, null]);
      server.clock.step(step);
      assert.deepEqual(await identifies(server, project), [429, '60']);
      server.clock.advance(MINUTE - 1);
      assert.deepEqual(await identifies(server, project), [429, '1']);
      server.clock.advance(1);
      assert.deepEqual(await identifies(server, project), [200, null]);
    });

    test(`${name}, a cached project is read again after a second`, async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      assert.deepEqual(await identifies(server, project), [200, null]);
      // As another node whose notification was lost.
      await executeSql(server.databaseUrl, `UPDATE project SET status = 'disabled' WHERE project_id = '${project.id}'`);
      server.clock.step(step);
      assert.deepEqual(await identifies(server, project), [200, null]);
      server.clock.advance(SECOND);
      assert.deepEqual(await identifies(server, project), [404, null]);
    });
  }
});
