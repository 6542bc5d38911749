import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE } from '../../../src/domain/time.ts';
import { listPlayerTickets as operation } from '../../../src/player/list-player-tickets.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  getTicket,
  identify,
  listTickets,
  type Player,
  playerReply,
  setStatus,
  teamNote,
  teamReply,
  unlimited,
} from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

await testPlayerOperation(
  operation,
  {
    request: ({ player }) => ({ query: `?projectPublicKey=${player.project.publicKey}` }),
    statements: { usual: 1 },
  },
  async () => {
    const PATH = '/api/v1/player/tickets';

    const shared = await sharedServer();

    const project = await aProject(shared);

    const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

    async function list(server: TestServer, player: Player) {
      const { status, body, text } = await listTickets(server, player);
      assert.equal(status, 200, text);
      return body.tickets;
    }

    const ids = async (server: TestServer, player: Player): Promise<string[]> =>
      (await list(server, player)).map((ticket: { id: string }) => ticket.id);

    describe('ListPlayerTickets 200', () => {
      test('is empty for a player without tickets', async () => {
        const reply = await listTickets(shared, await aPlayer(shared, project));
        assert.equal(reply.status, 200);
        assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
        assert.deepEqual(reply.body, { tickets: [] });
      });

      test('returns every field of a ticket, and nothing else', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player, { type: 'payment', subject: ' Gold ', message: 'Where is it?' });
        const ticket = {
          id,
          type: 'payment',
          status: 'open',
          subject: ' Gold ',
          lastMessagePreview: 'Where is it?',
          lastMessageAt: at(0),
          unreadCount: 0,
        };
        assert.deepEqual(await list(server, player), [ticket]);

        server.clock.advance(1000);
        await teamReply(server, id, 'In the chest.');
        const answered = { ...ticket, status: 'pending', lastMessagePreview: 'In the chest.', lastMessageAt: at(1000) };
        assert.deepEqual(await list(server, player), [{ ...answered, unreadCount: 1 }]);

        server.clock.advance(1000);
        await playerReply(server, player, id, 'Thanks.');
        const replied = { ...ticket, lastMessagePreview: 'Thanks.', lastMessageAt: at(2000) };
        assert.deepEqual(await list(server, player), [{ ...replied, unreadCount: 1 }]);

        for (const status of ['resolved', 'closed', 'pending']) {
          server.clock.advance(1000);
          await setStatus(server, id, status);
          assert.deepEqual(await list(server, player), [{ ...replied, status, unreadCount: 1 }]);
        }
      });

      test("counts the team's replies as unread until the player reads the ticket", async () => {
        const player = await aPlayer(shared, project);
        const [one, two] = [await aTicket(shared, player), await aTicket(shared, player)];
        const unread = async () =>
          new Map(
            (await list(shared, player)).map((ticket: { id: string; unreadCount: number }) => [
              ticket.id,
              ticket.unreadCount,
            ]),
          );
        for (let i = 0; i < 3; i++) await teamReply(shared, one);
        await teamReply(shared, two);
        assert.deepEqual(
          await unread(),
          new Map([
            [one, 3],
            [two, 1],
          ]),
        );
        await getTicket(shared, player, one);
        assert.deepEqual(
          await unread(),
          new Map([
            [one, 0],
            [two, 1],
          ]),
        );
        await teamReply(shared, one);
        assert.deepEqual(
          await unread(),
          new Map([
            [one, 1],
            [two, 1],
          ]),
        );
      });

      test('a note changes nothing', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const first = await aTicket(server, player);
        await teamReply(server, first);
        server.clock.advance(1000);
        await aTicket(server, player);
        const before = await listTickets(server, player);
        server.clock.advance(1000);
        assert.equal((await teamNote(server, first)).status, 201);
        const after = await listTickets(server, player);
        assert.equal(after.text, before.text);
        assert.equal(after.headers.get('etag'), before.headers.get('etag'));
      });

      for (const [what, message, expected] of [
        ['is the message', 'Short.', 'Short.'],
        ['folds white space and trims', ' \n a\t\r\n  b\u00a0\u2003\u00a0c \n', 'a b c'],
        ['folds before it cuts', `${'a  '.repeat(100)}`, `${'a '.repeat(70)}`],
        ['is trimmed before it is cut', `${' '.repeat(200)}${'x'.repeat(141)}`, 'x'.repeat(140)],
        ['keeps 140 characters', 'x'.repeat(140), 'x'.repeat(140)],
        ['cuts the 141st', `${'x'.repeat(140)}y`, 'x'.repeat(140)],
        ['counts code points', '😀'.repeat(141), '😀'.repeat(140)],
        ['never halves a code point', `${'x'.repeat(139)}😀😀`, `${'x'.repeat(139)}😀`],
        ['keeps markup as it is', '<b>&amp;"', '<b>&amp;"'],
      ] as const) {
        test(`the preview ${what}, for messages of both sides`, async () => {
          const player = await aPlayer(shared, project);
          const previews = async () => (await list(shared, player))[0].lastMessagePreview;
          const id = await aTicket(shared, player, { message });
          assert.equal(await previews(), expected);
          await teamReply(shared, id, 'Between.');
          assert.equal(await previews(), 'Between.');
          await playerReply(shared, player, id, message);
          assert.equal(await previews(), expected);
          await playerReply(shared, player, id, 'Between.');
          await teamReply(shared, id, message);
          assert.equal(await previews(), expected);
        });
      }

      test('orders by the latest message, then by id', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const tied = [];
        for (let i = 0; i < 4; i++) tied.push(await aTicket(server, player));
        tied.sort();
        assert.deepEqual(await ids(server, player), tied);
        server.clock.advance(1000);
        const [a = '', b = '', c = '', d = ''] = tied;
        await teamReply(server, c);
        assert.deepEqual(await ids(server, player), [c, a, b, d]);
        await playerReply(server, player, b);
        assert.deepEqual(await ids(server, player), [b, c, a, d]);
        server.clock.advance(1000);
        await playerReply(server, player, d);
        assert.deepEqual(await ids(server, player), [d, b, c, a]);
        server.clock.advance(1000);
        await setStatus(server, a, 'resolved');
        await teamNote(server, a);
        await getTicket(server, player, c);
        assert.deepEqual(await ids(server, player), [d, b, c, a]);
      });

      test('returns the 100 tickets with the latest activity, also closed ones', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMIT_CREATE: '0', RATE_LIMIT_CREATE_HOUR: '0' } });
        const player = await aPlayer(server);
        await unlimited(server, player.project);
        const all: string[] = [];
        for (let i = 0; i < 102; i++) {
          all.unshift(await aTicket(server, player));
          await setStatus(server, all[0] ?? '', 'closed');
          server.clock.advance(1);
        }
        assert.deepEqual(await ids(server, player), all.slice(0, 100));
        await teamReply(server, all[101] ?? '');
        assert.deepEqual(await ids(server, player), [all[101], ...all.slice(0, 99)]);
      });

      test('never returns tickets of another player', async () => {
        const one = await aPlayer(shared, project);
        const two = await aPlayer(shared, project);
        const [ofOne, ofTwo] = [await aTicket(shared, one), await aTicket(shared, two)];
        const third = { ...one, project: await aProject(shared) };
        const elsewhere = await identify(shared, third.project, { installationId: one.installationId });
        assert.deepEqual(await ids(shared, one), [ofOne]);
        assert.deepEqual(await ids(shared, two), [ofTwo]);
        assert.deepEqual(await ids(shared, { ...third, token: elsewhere.body.playerAccessToken }), []);
      });

      test('a blocked player can list', async () => {
        const player = await aPlayer(shared, project);
        const id = await aTicket(shared, player);
        await block(shared, player);
        assert.deepEqual(await ids(shared, player), [id]);
      });
    });

    describe('ListPlayerTickets 200 and 304: HEAD and ETag', () => {
      const conditional = (server: TestServer, player: Player, tag: string) =>
        listTickets(server, player, { headers: { 'if-none-match': tag } });

      test('HEAD has the headers of GET and no body', async () => {
        const player = await aPlayer(shared, project);
        await teamReply(shared, await aTicket(shared, player));
        const get = await listTickets(shared, player);
        const path = `${PATH}?projectPublicKey=${project.publicKey}`;
        const head = await shared.call('HEAD', path, { token: player.token });
        assert.deepEqual([head.status, head.text], [200, '']);
        for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
          assert.ok(get.headers.get(name), name);
          assert.equal(head.headers.get(name), get.headers.get(name), name);
        }
        assert.equal((await shared.call('HEAD', path)).status, 401);
        assert.equal((await list(shared, player))[0].unreadCount, 1);
      });

      test('304 without a body while nothing changes', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        await aTicket(server, player);
        const { headers } = await listTickets(server, player);
        const tag = headers.get('etag') ?? '';
        assert.match(tag, /^W\/"[\x21\x23-\x7e]+"$/);
        server.clock.advance(MINUTE);
        for (const known of [tag, tag.slice(2), `"other", ${tag}`, `W/"a","b" ,${tag},"c"`, '*']) {
          const reply = await conditional(server, player, known);
          assert.deepEqual([reply.status, reply.text], [304, ''], known);
          assert.equal(reply.headers.get('etag'), tag);
        }
        for (const unknown of ['"other"', tag.toLowerCase(), `${tag}x`, 'W/""', '']) {
          assert.equal((await conditional(server, player, unknown)).status, 200, unknown);
        }
      });

      test('the ETag changes with everything that the list shows', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        let known = (await listTickets(server, player)).headers.get('etag') ?? '';
        let id = '';
        for (const [what, change] of Object.entries({
          'a ticket': async () => (id = await aTicket(server, player)),
          'a reply of the team': () => teamReply(server, id),
          'reading it': () => getTicket(server, player, id),
          'a reply of the player': () => playerReply(server, player, id),
          'a status': () => setStatus(server, id, 'resolved'),
        })) {
          await change();
          const reply = await conditional(server, player, known);
          assert.equal(reply.status, 200, what);
          assert.notEqual(reply.headers.get('etag'), known, what);
          known = reply.headers.get('etag') ?? '';
          assert.equal((await conditional(server, player, known)).status, 304, what);
        }
      });

      test('an ETag does not replace the token', async () => {
        const player = await aPlayer(shared, project);
        const path = `${PATH}?projectPublicKey=${project.publicKey}`;
        assert.equal((await shared.call('GET', path, { headers: { 'if-none-match': '*' } })).status, 401);
        assert.equal((await conditional(shared, player, '*')).status, 304);
      });
    });
  },
);
