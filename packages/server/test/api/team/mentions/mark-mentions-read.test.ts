import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../../src/domain/ids.ts';
import { SECOND } from '../../../../src/domain/time.ts';
import { markMentionsRead } from '../../../../src/team/mentions/mark-mentions-read.ts';
import { aMember, aPlayer, aProject, aTicket, type Member } from '../../../helpers/builders.ts';
import { openStream, receivedSoFar } from '../../../helpers/event-streams.ts';
import { startServer } from '../../../helpers/harness.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

/** More than one statement marks. */
async function manyMentions({ server, project, member }: TeamGiven): Promise<RequestParts> {
  const about = { ticket_id: 'tkt_x', project_id: project.id, subject: 's', excerpt: 'e' };
  const row = { ...about, author_id: 'mem_x', author_name: 'x', created_at: server.clock.now, read_at: null };
  await server.store.transaction(async ({ mentions }) => {
    for (let count = 0; count < 501; count++) {
      await mentions.insert({ ...row, member_id: member?.id ?? '', message_id: newId('message', server.clock.now) });
    }
  });
  return { body: { lastSeenMessageId: 'msg_~' } };
}

const read = async (member: Member): Promise<boolean[]> =>
  (await member.call('GET', '/mentions')).body.mentions.map(({ readAt }: { readAt: string | null }) => readAt !== null);

testTeamOperation(
  markMentionsRead,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({ body: { lastSeenMessageId: 'msg_~' } }),
    statuses: {
      400: changed({ body: { lastSeenMessageId: 1 } }),
    },
    changeFeed: [],
    statements: { usual: 1, cases: { 'more than one statement marks': [2, manyMentions] } },
  },
  () => {
    test('204: many at once', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const { body } = await manyMentions({ server, project: await aProject(server), member });
      assert.equal((await member.call('GET', '/mentions')).body.unread, 100);
      assert.equal((await member.call('POST', '/mentions/read', body)).status, 204);
      assert.equal((await member.call('GET', '/mentions')).body.unread, 0);
    });

    test('204: up to the one that was seen, of one ticket or of all, and the other tabs of the member hear of it', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const [one, other] = [await aTicket(server, player), await aTicket(server, player)];
      const [author, member, third] = [await aMember(server), await aMember(server), await aMember(server)];
      const beside = await aMember(server);
      const streams = await Promise.all(
        [member, third].map(({ cookie }) => openStream(t, server, { headers: { cookie } })),
      );
      await receivedSoFar(server, player.project.id, streams);
      const heard = async () =>
        (await receivedSoFar(server, player.project.id, streams)).map((events) =>
          events.filter(({ name }) => name === 'mentions').map(({ data }) => data),
        );
      const ids: string[] = [];
      for (const ticketId of [one, other, one]) {
        server.clock.advance(SECOND);
        const body = { message: 'Look.', mentions: [member.id, beside.id] };
        ids.push((await author.call('POST', `/tickets/${ticketId}/notes`, body)).body.messageId);
        assert.deepEqual(await heard(), [[{ memberId: member.id }], []], 'only who is mentioned is told');
      }
      const mark = (body: object) => member.call('POST', '/mentions/read', body);
      assert.equal((await third.call('POST', '/mentions/read', { lastSeenMessageId: ids[2] })).status, 204);
      assert.deepEqual(
        [await read(member), await heard()],
        [
          [false, false, false],
          [[], []],
        ],
      );
      assert.equal((await mark({ lastSeenMessageId: ids[1], ticketId: one })).status, 204);
      assert.deepEqual(await read(member), [false, false, true]);
      assert.deepEqual(await heard(), [[{ memberId: member.id }], []]);
      assert.equal((await mark({ lastSeenMessageId: ids[1], ticketId: one })).status, 204);
      assert.deepEqual(await heard(), [[], []], 'nothing changed');
      assert.equal((await mark({ lastSeenMessageId: ids[2] })).status, 204);
      assert.deepEqual(await read(member), [true, true, true]);
      assert.equal((await member.call('GET', '/mentions')).body.unread, 0);
      assert.equal((await beside.call('GET', '/mentions')).body.unread, 3, 'nobody read them for another member');
    });
  },
);
