import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messagePlayer } from '../../../../src/team/players/message-player.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, block, directMessage, poll, team } from '../../../helpers/builders.ts';
import { START } from '../../../helpers/harness.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  UNKNOWN_PLAYER,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/players';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

testTeamOperation(
  messagePlayer,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { playerId: (await aPlayer(server, project)).id },
      body: { title: HIDDEN, body: HIDDEN },
    }),
    statuses: {
      201: valid,
      400: changed({ body: { body: undefined } }),
      401: withoutCredentials,
      403: asViewer,
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 4 },
    audited: true,
    changeFeed: [],
  },
  () => {
    suite('MessagePlayer', async () => {
      const server = await sharedServer();

      test('201: the message is in the inbox, unread and without a ticket', async () => {
        const player = await aPlayer(server);
        const { status, headers, body } = await team(server, 'POST', `/players/${player.id}/messages`, {
          title: 'A gift',
          body: 'For you:\n100 gems.',
        });
        assert.equal(status, 201);
        assert.equal(headers.get('location'), `${PATH}/${player.id}`);
        assert.deepEqual(Object.keys(body), ['id', 'createdAt']);
        assert.deepEqual((await poll(server, player)).body.messages, [
          {
            id: body.id,
            type: 'direct',
            ticketId: null,
            title: 'A gift',
            body: 'For you:\n100 gems.',
            createdAt: at(0),
            readAt: null,
          },
        ]);
      });

      test('201: no other player gets it, and the poll delay stays the same', async () => {
        const player = await aPlayer(server);
        const other = await aPlayer(server, player.project);
        await directMessage(server, player);
        assert.deepEqual((await poll(server, other)).body.messages, []);
        // The idle delay is 300 seconds, with 20 % jitter.
        assert.ok((await poll(server, player)).body.nextPollAfterSeconds >= 240);
      });

      test('201: to a blocked player, with the longest texts', async () => {
        const player = await aPlayer(server);
        await block(server, player);
        const fields = { title: ofLength(120, '😀'), body: ofLength(10_000, '😀') };
        const id = await directMessage(server, player, fields);
        const [message] = (await poll(server, player)).body.messages;
        assert.deepEqual([message.id, message.title, message.body], [id, fields.title, fields.body]);
      });

      for (const field of [
        { name: 'title', min: 1, max: 120, required: true, notBlank: true },
        { name: 'body', min: 1, max: 10_000, required: true, notBlank: true },
      ] as const) {
        test(`400: an invalid ${field.name}`, async () => {
          const player = await aPlayer(server);
          const path = `${PATH}/${player.id}/messages`;
          for (const [, value] of refusedSamples(field)) {
            const body = { title: 'Title', body: 'Body', [field.name]: value };
            assertInvalid(await server.call('POST', path, { token: server.teamKey, body }), path, field.name);
          }
          assert.deepEqual((await poll(server, player)).body.messages, []);
        });
      }

      test('400: title and body are both missing', async () => {
        const player = await aPlayer(server);
        const path = `${PATH}/${player.id}/messages`;
        assertInvalid(await server.call('POST', path, { token: server.teamKey, body: {} }), path, 'title', 'body');
      });

      test('404: an id that does not exist', async () => {
        const { id } = await aPlayer(server);
        await assertAllNotFound(
          strangeIds(id),
          (one) => `${PATH}/${one}/messages`,
          (path) => server.call('POST', path, { token: server.teamKey, body: { title: 't', body: 'b' } }),
        );
      });
    });
  },
);
