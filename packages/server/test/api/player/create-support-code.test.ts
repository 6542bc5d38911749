import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, SECOND } from '../../../src/domain/time.ts';
import { createSupportCode as operation } from '../../../src/player/create-support-code.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject } from '../../helpers/builders.ts';
import { allStored } from '../../helpers/databases.ts';
import { START, startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import type { PlayerGiven, Scenario } from '../../helpers/operation/facts.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/player/support-code';

const ofAccount: Scenario<PlayerGiven> = async ({ server, player, prepare, send }) => {
  await setUpIdentity(server, player.project);
  const { token } = await linked(server, player, 'account', server.clock.now);
  return send(await prepare(), { token });
};

testPlayerOperation(
  operation,
  {
    request: () => ({}),
    statuses: { 409: ofAccount },
    changeFeed: [],
    statements: { usual: 4 },
  },
  () => {
    test('200: 12 characters of base32 for an hour, stored as a hash; 429: a fourth one within 24 hours', async (t) => {
      const server = await startServer(t);
      const { token } = await aPlayer(server, await aProject(server));
      const create = () => server.call('POST', PATH, { token });
      const codes = [];
      for (let hour = 0; hour < 3; hour++) {
        codes.push(await create());
        server.clock.advance(HOUR);
      }
      for (const [hour, { status, body }] of codes.entries()) {
        assert.equal(status, 200);
        assert.match(body.code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
        assert.equal(body.expiresAt, new Date(START + (hour + 1) * HOUR).toISOString());
        const stored = JSON.stringify(await allStored(server.databaseUrl));
        assert.ok(!stored.includes(body.code) && !stored.includes(body.code.replaceAll('-', '')));
      }
      assert.equal(new Set(codes.map(({ body }) => body.code)).size, 3);
      const refused = await create();
      assertProblem(refused, 429, 'rate-limited', PATH);
      // The first code counts for 24 hours.
      assert.equal(refused.headers.get('retry-after'), String((DAY - 3 * HOUR) / SECOND));
      server.clock.advance(DAY - 3 * HOUR);
      assert.equal((await create()).status, 200);
      assert.equal((await create()).headers.get('retry-after'), String(HOUR / SECOND));
    });
  },
);
