import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../../../src/domain/time.ts';
import { uploadTicketAttachment as operation } from '../../../../src/team/tickets/upload-ticket-attachment.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aTicket, block, fromOwnPage, mergeTicket } from '../../../helpers/builders.ts';
import { aPicture, bytesOf, upload, uploadForTicket } from '../../../helpers/files.ts';
import { startServer } from '../../../helpers/harness.ts';
import type { RequestParts, Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aHeldTicket, aTicketOf } from '../../../helpers/things.ts';

const pathOf = (ticketId: string) => `/api/v1/team/tickets/${ticketId}/attachments`;
const TEXT = { type: 'text/plain', name: 'a.txt' };

async function aText({ server, project }: TeamGiven): Promise<RequestParts> {
  const params = { ticketId: await aTicketOf(server, project) };
  return { params, raw: bytesOf('log'), headers: { 'content-type': 'text/plain' } };
}

const empty: Scenario<TeamGiven> = async ({ prepare, send }) => send({ ...(await prepare()), raw: bytesOf('') });

const held: Scenario<TeamGiven> = async ({ server, project, prepare, send }) =>
  send({ ...(await prepare()), path: pathOf(await aHeldTicket(server, project)) });

testTeamOperation(
  operation,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: aText,
    statuses: {
      400: empty,
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: held,
    },
    changeFeed: [],
    statements: { usual: 6 },
  },
  () => {
    test('201: the type by the bytes, and a safe name, also for a player who is blocked', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player);
      await block(server, player);
      const { status, body } = await uploadForTicket(server, ticketId, await aPicture('jpeg'), {
        name: '../Bild 1.png',
      });
      assert.equal(status, 201);
      assert.match(body.attachmentId, /^att_/);
      assert.deepEqual([body.name, body.contentType], ['Bild 1.jpg', 'image/jpeg']);
    });

    test('404: no ticket id at all, and a server without a store of files', async (t) => {
      const server = await startServer(t);
      const strange = await uploadForTicket(server, 'x', bytesOf('a'), TEXT);
      assertProblem(strange, 404, 'not-found', pathOf('x'));
      const without = await startServer(t, { files: false });
      const ticketId = await aTicket(without, await aPlayer(without));
      assertProblem(await uploadForTicket(without, ticketId, bytesOf('a'), TEXT), 404, 'not-found', pathOf(ticketId));
    });

    test('409: a ticket that is merged into another one', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
      await mergeTicket(server, source, target);
      assertProblem(await uploadForTicket(server, source, bytesOf('a'), TEXT), 409, 'ticket-merged', pathOf(source));
    });

    test('413: one byte above the limit; exactly the limit is taken', async (t) => {
      const server = await startServer(t, { env: { ATTACHMENT_MB: '1' } });
      const ticketId = await aTicket(server, await aPlayer(server));
      const most = await uploadForTicket(server, ticketId, bytesOf(Buffer.alloc(1_000_000, 'a')), TEXT);
      assert.equal(most.body.size, 1_000_000);
      const more = await uploadForTicket(server, ticketId, bytesOf(Buffer.alloc(1_000_001, 'a')), TEXT);
      assertProblem(more, 413, 'payload-too-large', pathOf(ticketId));
    });

    test('415: a media type that is not in the list, and a damaged image', async (t) => {
      const server = await startServer(t);
      const ticketId = await aTicket(server, await aPlayer(server));
      const html = await uploadForTicket(server, ticketId, bytesOf('<svg/>'), { type: 'image/svg+xml' });
      assertProblem(html, 415, 'unsupported-media-type', pathOf(ticketId));
      const damaged = bytesOf(Buffer.from(await aPicture()).subarray(0, 40));
      assertProblem(await uploadForTicket(server, ticketId, damaged), 415, 'file-refused', pathOf(ticketId));
    });

    test('429: too many uploads of one member, who can still do all else, and others can upload', async (t) => {
      const server = await startServer(t, { config: { limits: { teamUpload: 1 } } });
      const ticketId = await aTicket(server, await aPlayer(server));
      const member = await aMember(server);
      const options = { ...TEXT, headers: fromOwnPage(member.cookie) };
      assert.equal((await uploadForTicket(server, ticketId, bytesOf('a'), options)).status, 201);
      const refused = await uploadForTicket(server, ticketId, bytesOf('a'), options);
      assertProblem(refused, 429, 'rate-limited', pathOf(ticketId));
      assert.equal((await member.call('GET', `/tickets/${ticketId}`)).status, 200);
      assert.equal((await uploadForTicket(server, ticketId, bytesOf('a'), TEXT)).status, 201);
    });

    test('429: a member or key has half of the quota of the project, and that of the player does not count', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PLAYER_MB_PER_DAY: '1', ATTACHMENT_PROJECT_MB_PER_DAY: '8' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player);
      const most = bytesOf(Buffer.alloc(1_000_000, 'a'));
      assert.equal((await upload(server, player, most, TEXT)).status, 201, 'the player has its own quota');
      const member = await aMember(server);
      for (const [files, options, refusal] of [
        [4, TEXT, 'One member or key can upload 4 MB'],
        [3, { ...TEXT, headers: fromOwnPage(member.cookie) }, 'A project can upload 8 MB'],
      ] as const) {
        for (let count = 0; count < files; count++) {
          assert.equal((await uploadForTicket(server, ticketId, most, options)).status, 201);
        }
        const refused = await uploadForTicket(server, ticketId, bytesOf('a'), options);
        assertProblem(refused, 429, 'rate-limited', pathOf(ticketId));
        assert.ok(refused.body.detail.startsWith(refusal), refused.body.detail);
      }
      server.clock.advance(DAY);
      assert.equal((await uploadForTicket(server, ticketId, bytesOf('a'), TEXT)).status, 201);
    });

    test('503: too little disk space', async (t) => {
      const server = await startServer(t, { env: { FILES_MIN_FREE_MB: '10000000' } });
      const ticketId = await aTicket(server, await aPlayer(server));
      const reply = await uploadForTicket(server, ticketId, bytesOf('a'), TEXT);
      assertProblem(reply, 503, 'unavailable', pathOf(ticketId));
      assert.equal(reply.headers.get('retry-after'), '60');
    });
  },
);
