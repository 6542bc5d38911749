import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  identify,
  playerReply,
  seenPlayer,
  team,
} from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/players';

suite('a player of the team', () => {
  test('200: its tickets, as in the queue, the newest activity first', async (t) => {
    const server = await startServer(t);
    const [player, other] = [await aPlayer(server), await aPlayer(server)];
    const first = await aTicket(server, player);
    server.clock.advance(1000);
    const second = await aTicket(server, player);
    await aTicket(server, other);
    server.clock.advance(1000);
    await playerReply(server, player, first);
    const { status, body } = await team(server, 'GET', `/players/${player.id}/tickets`);
    assert.equal(status, 200);
    const { tickets: queue } = (await team(server, 'GET', `/tickets?view=all&projectId=${player.project.id}`)).body;
    const byId = (id: string) => queue.find((ticket: { id: string }) => ticket.id === id);
    assert.deepEqual(body, { tickets: [byId(first), byId(second)] });
    assert.deepEqual((await team(server, 'GET', `/players/${(await aPlayer(server)).id}/tickets`)).body, {
      tickets: [],
    });
  });

  test('200: other installations of its project with the same claimed userId, the last seen first', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const userId = "u'1";
    const player = await aPlayer(server, project, { userId });
    const others: string[] = [];
    for (let count = 0; count < 3; count++) {
      server.clock.advance(1000);
      others.unshift((await aPlayer(server, project, { userId })).id);
    }
    await aPlayer(server, project, { userId: 'u1' });
    await aPlayer(server, project);
    await aPlayer(server, undefined, { userId });
    const shown = async (id: string) => {
      const { status, body } = await team(server, 'GET', `/players/${id}/installations`);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['players']);
      return body.players;
    };
    assert.deepEqual(await shown(player.id), await Promise.all(others.map((id) => seenPlayer(server, id))));
    server.clock.advance(1000);
    await identify(server, project, { installationId: player.installationId });
    assert.equal((await shown(others[0] ?? ''))[0].id, player.id, 'the last seen comes first');
    assert.deepEqual(await shown((await aPlayer(server, project)).id), [], 'who claims nobody has no others');

    for (let count = 0; count < 50; count++) await aPlayer(server, project, { userId });
    assert.equal((await shown(player.id)).length, 50);
  });

  test('404: a player that there is not, or of a project that the caller may not enter', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server, undefined, { userId: 'u1' });
    const member = await aMember(server, 'owner', { projectIds: [(await aProject(server)).id] });
    for (const kind of ['tickets', 'installations']) {
      const at = `/players/${player.id}/${kind}`;
      assertProblem(await member.call('GET', at), 404, 'not-found', `/api/v1/team${at}`);
      await assertAllNotFound(
        strangeIds(player.id),
        (id) => `${PATH}/${id}/${kind}`,
        (path) => server.call('GET', path, { token: server.teamKey }),
      );
    }
  });
});
