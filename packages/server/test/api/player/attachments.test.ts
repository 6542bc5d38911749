import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  block,
  createTicket,
  getTicket,
  mergeTicket,
  type Player,
  updateProject,
} from '../../helpers/builders.ts';
import type { CallOptions } from '../../helpers/call.ts';
import { anAttachment, attachmentsOf, bytesOf } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const TEXT = { type: 'text/plain', name: 'log.txt' };

suite('attachments of messages', async () => {
  const server = await sharedServer();

  const reply = (player: Player, ticketId: string, body: object, options: CallOptions = {}) =>
    server.call('POST', `/api/v1/tickets/${ticketId}/messages`, { token: player.token, body, ...options });

  test('a new ticket and a reply show their files, and other messages have no such field', async () => {
    const player = await aPlayer(server);
    const [one, two, three] = [
      await anAttachment(server, player, bytesOf('one'), TEXT),
      await anAttachment(server, player, bytesOf('second'), TEXT),
      await anAttachment(server, player),
    ];
    const created = await createTicket(server, player, { attachments: [two, one] });
    assert.equal(created.status, 201);
    assert.deepEqual(created.body.refusedAttachments, []);
    const { ticketId } = created.body;
    const plain = await reply(player, ticketId, { message: 'Nothing.' });
    assert.ok(!('refusedAttachments' in plain.body));
    assert.deepEqual(
      (await reply(player, ticketId, { message: 'm', attachments: [three] })).body.refusedAttachments,
      [],
    );
    const { messages } = (await getTicket(server, player, ticketId)).body;
    const shown = messages[0].attachments.map(({ url, ...file }: { url: string }) => {
      assert.match(url, /^\/api\/v1\/attachments\/att_/);
      return file;
    });
    assert.deepEqual(shown, [
      { id: one, name: 'log.txt', contentType: 'text/plain', size: 3 },
      { id: two, name: 'log.txt', contentType: 'text/plain', size: 6 },
    ]);
    assert.ok(!('attachments' in messages[1]));
    assert.deepEqual(
      messages[2].attachments.map(({ id, contentType }: { id: string; contentType: string }) => [id, contentType]),
      [[three, 'image/png']],
    );
  });

  test('a ticket is created although its files are missing, of another player, or used; the response says which', async () => {
    const player = await aPlayer(server);
    const other = await aPlayer(server, player.project);
    const own = await anAttachment(server, player, bytesOf('own'), TEXT);
    const used = await anAttachment(server, player, bytesOf('used'), TEXT);
    await createTicket(server, player, { attachments: [used] });
    const ofOther = await anAttachment(server, other, bytesOf('theirs'), TEXT);
    const { status, body } = await createTicket(server, player, { attachments: [used, ofOther, 'x', own, own] });
    assert.equal(status, 201);
    assert.deepEqual(body.refusedAttachments, [used, ofOther, 'x']);
    assert.deepEqual(
      (await attachmentsOf(server, player, body.ticketId)).map(({ id }: { id: string }) => id),
      [own],
    );
    const ofOtherAgain = await createTicket(server, other, { attachments: [ofOther] });
    assert.deepEqual(ofOtherAgain.body.refusedAttachments, []);
  });

  test('the same request again gets the same response, and the files stay where they are', async () => {
    const player = await aPlayer(server);
    const attachments = [await anAttachment(server, player, bytesOf('a'), TEXT), 'missing'];
    const options = { headers: { 'idempotency-key': 'key' } };
    const first = await createTicket(server, player, { attachments }, options);
    const again = await createTicket(server, player, { attachments }, options);
    assert.equal(again.text, first.text);
    assert.deepEqual(first.body.refusedAttachments, ['missing']);
    assert.equal((await attachmentsOf(server, player, first.body.ticketId)).length, 1);
    assertProblem(
      await createTicket(server, player, { attachments: [] }, options),
      409,
      'idempotency-conflict',
      '/api/v1/tickets',
    );
  });

  test('two requests at once cannot give one file to two messages', async () => {
    const player = await aPlayer(server);
    const attachments = [await anAttachment(server, player, bytesOf('a'), TEXT)];
    const replies = await Promise.all([1, 2, 3].map(() => createTicket(server, player, { attachments })));
    const refused = replies.map(({ body }) => body.refusedAttachments.length).sort();
    assert.deepEqual(refused, [0, 1, 1]);
  });

  test('a refused message leaves its files free', async () => {
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    const attachments = [await anAttachment(server, player, bytesOf('a'), TEXT)];
    await block(server, player);
    assert.equal((await reply(player, ticketId, { message: 'm', attachments })).status, 409);
    await block(server, player, false);
    assert.deepEqual((await reply(player, ticketId, { message: 'm', attachments })).body.refusedAttachments, []);
  });

  test('400: more than 5, or no list of texts; null is none', async () => {
    const player = await aPlayer(server);
    for (const attachments of [['1', '2', '3', '4', '5', '6'], 'x', [7]]) {
      const refused = await createTicket(server, player, { attachments });
      const field = Array.isArray(attachments) && attachments.length === 1 ? 'attachments.0' : 'attachments';
      assertInvalid(refused, '/api/v1/tickets', field);
    }
    const { status, body } = await createTicket(server, player, { attachments: null });
    assert.deepEqual([status, 'refusedAttachments' in body], [201, false]);
  });

  test('the team sees them, also after a merge', async () => {
    const player = await aPlayer(server);
    const attachments = [await anAttachment(server, player, bytesOf('a'), TEXT)];
    const source = await aTicket(server, player, { attachments });
    const target = await aTicket(server, player);
    assert.equal((await mergeTicket(server, source, target)).status, 200);
    const { body } = await server.call('GET', `/api/v1/team/tickets/${target}`, { token: server.teamKey });
    const files = body.messages.flatMap((message: { attachments: object[] }) => message.attachments);
    assert.deepEqual(
      files.map(({ url: _, ...file }: { url: string }) => file),
      [{ id: attachments[0], name: 'log.txt', contentType: 'text/plain', size: 1 }],
    );
    const ofPlayer = (await getTicket(server, player, target)).body.messages;
    assert.equal(ofPlayer.filter((message: object) => 'attachments' in message).length, 1);
  });

  test('a file goes with a held ticket that is deleted', async (t) => {
    const own = await startServer(t);
    const player = await aPlayer(own);
    await updateProject(own, player.project, { stormMode: 'on' });
    const attachments = [await anAttachment(own, player, bytesOf('a'), TEXT)];
    await aTicket(own, player, { attachments });
    const path = `/api/v1/team/projects/${player.project.id}/held-tickets/delete`;
    const until = new Date(own.clock.now + DAY).toISOString();
    const deleted = await own.call('POST', path, { token: own.teamKey, body: { until } });
    assert.equal(deleted.status, 200, deleted.text);
    assert.equal((await own.store.attachments.expired(own.clock.now, 10)).length, 1);
  });
});

test('404: a server without a store of files', async (t) => {
  const server = await startServer(t, { files: false });
  const player = await aPlayer(server);
  const { status, body } = await server.call('POST', '/api/v1/player/attachments', {
    token: player.token,
    raw: bytesOf('a'),
    headers: { 'content-type': 'text/plain' },
  });
  assert.deepEqual([status, body.type], [404, '/problems/not-found']);
  const created = await createTicket(server, player, { attachments: ['att_1'] });
  assert.deepEqual([created.status, created.body.refusedAttachments], [201, ['att_1']]);
});
