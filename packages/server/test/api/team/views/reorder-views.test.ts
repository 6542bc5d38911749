import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reorderViews } from '../../../../src/team/views/reorder-views.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aMember, type Member } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aView } from '../../../helpers/things.ts';

const idsOf = async (member: Member): Promise<string[]> =>
  (await member.call('GET', '/views')).body.views.map(({ id }: { id: string }) => id);

testTeamOperation(
  reorderViews,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => ({
      body: { viewIds: [await aView(server, member ?? (await aMember(server)))] },
    }),
    statuses: {
      400: changed({ body: { viewIds: 'viw_1' } }),
    },
    changeFeed: [],
    statements: { usual: 3 },
  },
  () => {
    test('each member has an order of its own, and new views are last', async (t) => {
      const server = await startServer(t);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
      const [a, b, c] = [
        await aView(server, ada, { role: 'viewer' }),
        await aView(server, ada, { role: 'viewer' }),
        await aView(server, ada, { role: 'viewer' }),
      ];
      const hidden = await aView(server, ben);
      const order = (member: Member, ...viewIds: string[]) => member.call('PUT', '/views/order', { viewIds });
      assert.equal((await order(ada, c, hidden, 'viw_gone', a, c)).status, 204);
      assert.deepEqual(await idsOf(ada), [c, a, b]);
      assert.deepEqual(await idsOf(ben), [a, b, c, hidden]);
      assert.equal((await order(ben, hidden)).status, 204);
      const added = await aView(server, ada, { role: 'viewer' });
      assert.deepEqual(await idsOf(ada), [c, a, b, added]);
      assert.deepEqual(await idsOf(ben), [hidden, a, b, c, added]);
      await ada.call('DELETE', `/views/${c}`);
      assert.deepEqual(await idsOf(ada), [a, b, added]);
      assert.equal((await order(ada)).status, 204);
      assert.deepEqual(await idsOf(ada), [a, b, added]);
    });

    test('400: more ids than there can be views', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'viewer');
      const viewIds = Array.from({ length: 251 }, (_, index) => `viw_${index}`);
      assertInvalid(await ada.call('PUT', '/views/order', { viewIds }), '/api/v1/team/views/order', 'viewIds');
    });
  },
);
