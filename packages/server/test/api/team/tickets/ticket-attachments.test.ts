import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY } from '../../../../src/domain/time.ts';
import { lastEntry } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  fromOwnPage,
  getTicket,
  type Player,
  poll,
  team,
} from '../../../helpers/builders.ts';
import { anAttachment, attachmentsOf, bytesOf, type UploadOptions, uploadForTicket } from '../../../helpers/files.ts';
import { startServer } from '../../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../../helpers/identity.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { prune, stored } from '../../../helpers/uploads.ts';

const TEXT = { type: 'text/plain', name: 'fix.txt' };

suite('files of replies and notes', async () => {
  const server = await sharedServer();

  const aFile = async (ticketId: string, text = 'a', options: UploadOptions = TEXT): Promise<string> => {
    const reply = await uploadForTicket(server, ticketId, bytesOf(text), options);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.attachmentId;
  };
  const write = (kind: 'replies' | 'notes', ticketId: string, body: object, key?: string) =>
    server.call('POST', `/api/v1/team/tickets/${ticketId}/${kind}`, {
      token: server.teamKey,
      body: { message: 'm', ...body },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  const messagesOf = async (ticketId: string) => (await team(server, 'GET', `/tickets/${ticketId}`)).body.messages;
  const idsOf = (message: { attachments?: { id: string }[] }) => message.attachments?.map(({ id }) => id);

  async function given(): Promise<{ player: Player; ticketId: string }> {
    const player = await aPlayer(server);
    return { player, ticketId: await aTicket(server, player) };
  }

  test('the player sees the files of a reply and never those of a note; the team sees both', async () => {
    const { player, ticketId } = await given();
    const [ofReply, ofNote, unsent] = [
      await aFile(ticketId, 'reply'),
      await aFile(ticketId, 'note', { ...TEXT, name: 'secret.txt' }),
      await aFile(ticketId, 'unsent', { ...TEXT, name: 'unsent.txt' }),
    ];
    assert.deepEqual((await messagesOf(ticketId)).map(idsOf), [[]], 'a file without a message is shown to nobody');
    const noted = await write('notes', ticketId, { attachments: [ofNote] });
    assert.deepEqual([noted.status, noted.body.refusedAttachments], [201, []]);
    const replied = await write('replies', ticketId, { attachments: [ofReply] });
    assert.deepEqual([replied.status, replied.body.refusedAttachments], [201, []]);
    assert.deepEqual((await messagesOf(ticketId)).map(idsOf), [[], [ofNote], [ofReply]]);
    const seen = await getTicket(server, player, ticketId);
    assert.deepEqual(seen.body.messages.map(idsOf), [undefined, [ofReply]]);
    const [file] = await attachmentsOf(server, player, ticketId);
    assert.equal((await server.call('GET', file.url)).text, 'reply');
    for (const text of [seen.text, (await poll(server, player)).text]) {
      for (const hidden of ['secret', 'unsent', ofNote, unsent]) assert.ok(!text.includes(hidden), hidden);
    }
  });

  test('a message without files has no refusedAttachments, and the log names the files of the others', async () => {
    const { ticketId } = await given();
    for (const kind of ['replies', 'notes'] as const) {
      for (const body of [{}, { attachments: null }, { attachments: [] }]) {
        const { status, body: written } = await write(kind, ticketId, body);
        assert.deepEqual([status, 'refusedAttachments' in written], [201, false]);
      }
      const id = await aFile(ticketId);
      const { messageId } = (await write(kind, ticketId, { attachments: [id, id] })).body;
      const { details } = await lastEntry(server);
      assert.equal(details.messageId, messageId);
      assert.deepEqual(details.attachmentIds, [id]);
    }
  });

  test('a message is written although its files are of others, of another ticket, or used; the response says which', async () => {
    const { player, ticketId } = await given();
    const other = await aTicket(server, player);
    const member = await aMember(server);
    const used = await aFile(ticketId);
    await write('notes', ticketId, { attachments: [used] });
    const ofPlayer = await anAttachment(server, player, bytesOf('p'), TEXT);
    const ofOtherTicket = await aFile(other);
    const ofMember = await aFile(ticketId, 'm', { ...TEXT, headers: fromOwnPage(member.cookie) });
    const own = await aFile(ticketId);
    const refused = [used, ofPlayer, ofOtherTicket, ofMember, 'x'];
    for (const id of refused) {
      assert.deepEqual((await write('replies', ticketId, { attachments: [id] })).body.refusedAttachments, [id]);
    }
    const both = await write('replies', ticketId, { attachments: ['x', own] });
    assert.deepEqual(both.body.refusedAttachments, ['x']);
    assert.deepEqual(idsOf((await messagesOf(ticketId)).at(-1)), [own]);
    const free = await aFile(ticketId);
    const path = `/api/v1/tickets/${ticketId}/messages`;
    const body = { message: 'm', attachments: [free] };
    const taken = await server.call('POST', path, { token: player.token, body });
    assert.deepEqual(taken.body.refusedAttachments, [free]);
    const theirs = await member.call('POST', `/tickets/${ticketId}/replies`, { message: 'm', attachments: [ofMember] });
    assert.deepEqual(theirs.body.refusedAttachments, []);
  });

  test('the same request again gets the same response; the same key with other files is a conflict', async () => {
    const { ticketId } = await given();
    for (const kind of ['replies', 'notes'] as const) {
      const attachments = [await aFile(ticketId), 'missing'];
      const sent = await Promise.all([1, 2, 3].map(() => write(kind, ticketId, { attachments }, 'key')));
      for (const { status, text } of sent) assert.deepEqual([status, text], [201, sent[0]?.text]);
      assert.deepEqual(sent[0]?.body.refusedAttachments, ['missing']);
      const conflict = await write(kind, ticketId, { attachments: [] }, 'key');
      assertProblem(conflict, 409, 'idempotency-conflict', `/api/v1/team/tickets/${ticketId}/${kind}`);
    }
    assert.deepEqual(
      (await messagesOf(ticketId)).map((one: { attachments: object[] }) => one.attachments.length),
      [0, 1, 1],
    );
  });

  test('two messages at once cannot get one file, and a refused reply leaves its files free', async () => {
    const { ticketId } = await given();
    const attachments = [await aFile(ticketId)];
    const late = await write('replies', ticketId, { attachments, afterMessageId: 'msg_other' });
    assertProblem(late, 409, 'ticket-changed', `/api/v1/team/tickets/${ticketId}/replies`);
    const sent = await Promise.all([1, 2, 3].map(() => write('replies', ticketId, { attachments })));
    assert.deepEqual(sent.map(({ body }) => body.refusedAttachments.length).sort(), [0, 1, 1]);
  });

  test('400: more than 5 files, or no list of texts', async () => {
    const { ticketId } = await given();
    for (const kind of ['replies', 'notes'] as const) {
      const path = `/api/v1/team/tickets/${ticketId}/${kind}`;
      assertInvalid(await write(kind, ticketId, { attachments: ['1', '2', '3', '4', '5', '6'] }), path, 'attachments');
      assertInvalid(await write(kind, ticketId, { attachments: 'x' }), path, 'attachments');
      assertInvalid(await write(kind, ticketId, { attachments: [7] }), path, 'attachments.0');
    }
  });
});

test('an upload waits 7 days for its message: over a weekend, and as long as the outbox of the console', async (t) => {
  const server = await startServer(t);
  const ticketId = await aTicket(server, await aPlayer(server));
  const { attachmentId } = (await uploadForTicket(server, ticketId, bytesOf('a'), TEXT)).body;
  await uploadForTicket(server, ticketId, bytesOf('b'), TEXT);
  server.clock.advance(7 * DAY - 1);
  await prune(server);
  const body = { message: 'm', attachments: [attachmentId] };
  assert.deepEqual((await team(server, 'POST', `/tickets/${ticketId}/replies`, body)).body.refusedAttachments, []);
  server.clock.advance(1);
  await prune(server);
  assert.deepEqual(await stored(server), [attachmentId]);
});

test('an upload follows its ticket to the account of the player', async (t) => {
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  const device = await aPlayer(server, project);
  const ticketId = await aTicket(server, device);
  const { attachmentId } = (await uploadForTicket(server, ticketId, bytesOf('a'), TEXT)).body;
  await linked(server, device, 'account');
  const body = { message: 'm', attachments: [attachmentId] };
  assert.deepEqual((await team(server, 'POST', `/tickets/${ticketId}/replies`, body)).body.refusedAttachments, []);
});
