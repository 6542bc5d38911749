import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newTicketId, playerId } from '../../../../src/domain/ids.ts';
import { newProject } from '../../../../src/domain/project.ts';
import { encodeCursor, listTickets } from '../../../../src/team/tickets/list-tickets.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  playerReply,
  setStatus,
  team,
  teamNote,
  teamReply,
  unlimited,
} from '../../../helpers/builders.ts';
import { aForm, anAnsweredTicket } from '../../../helpers/forms.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { ofLength } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/tickets';
const A_TICKET = newTicketId(playerId(Buffer.alloc(16)), START);

const VIEWS = ['attention', 'open', 'pending', 'resolved', 'closed', 'all'] as const;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

interface Page {
  readonly ids: string[];
  readonly nextCursor: string | null;
}

async function page(server: TestServer, query: string): Promise<Page> {
  const { status, body, text } = await team(server, 'GET', `/tickets?${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(Object.keys(body), ['tickets', 'nextCursor', 'seen']);
  return { ids: body.tickets.map(({ id }: { id: string }) => id), nextCursor: body.nextCursor };
}

const view = async (server: TestServer, query: string) => (await page(server, query)).ids;

/** `between` happens after each page. */
async function pages(server: TestServer, query: string, between?: () => Promise<unknown>): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { ids, nextCursor }: Page = await page(server, query + (cursor === '' ? '' : `&cursor=${cursor}`));
    found.push(ids);
    cursor = nextCursor;
    await between?.();
    assert.ok(found.length < 100, 'pages without an end');
  }
  return found;
}

testTeamOperation(
  listTickets,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statuses: {
      400: changed({ query: '?view=new' }),
    },
    // One more for every 25 projects.
    statements: {
      usual: 2,
      cases: { 'of one project': [2, ({ project }) => ({ query: `?view=all&projectId=${project.id}` })] },
    },
  },
  () => {
    suite('ListTickets', () => {
      suite('200: a view', () => {
        test('is empty if there are no tickets', async (t) => {
          const server = await startServer(t);
          for (const name of VIEWS) assert.deepEqual(await page(server, `view=${name}`), { ids: [], nextCursor: null });
        });

        test('shows these fields of a ticket', async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server, undefined, { userId: 'u-7' });
          const id = await aTicket(server, player, { type: 'lag', subject: 'Slow', message: ' One\n two ' });
          server.clock.advance(1000);
          await teamReply(server, id, 'Better\tnow?');
          const { body } = await team(server, 'GET', '/tickets?view=all');
          const answered = {
            id,
            projectId: player.project.id,
            playerId: player.id,
            userId: 'u-7',
            playerBlocked: false,
            verified: false,
            type: 'lag',
            status: 'pending',
            subject: 'Slow',
            lastMessagePreview: 'Better now?',
            lastMessageAt: at(1000),
            attentionSince: null,
            mergedInto: null,
            number: 1,
            knownIssue: null,
            held: false,
            snooze: null,
            dueAt: null,
            createdAt: at(0),
            assigneeId: null,
            priority: 'normal',
            tags: [],
            platform: null,
            appVersion: null,
            locale: null,
          };
          assert.deepEqual(body, { tickets: [answered], nextCursor: null, seen: [] });
          server.clock.advance(1000);
          await playerReply(server, player, id, 'No.');
          assert.deepEqual((await team(server, 'GET', '/tickets')).body.tickets, [
            {
              ...answered,
              status: 'open',
              lastMessagePreview: 'No.',
              lastMessageAt: at(2000),
              attentionSince: at(2000),
              dueAt: at(2000 + 1440 * 60_000),
            },
          ]);
        });

        test('attention has the longest waiting first, the others the newest first', async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          const tickets: string[] = [];
          for (let index = 0; index < 6; index++) {
            tickets.push(await aTicket(server, player));
            server.clock.advance(1000);
          }
          const [a, b, c, d, e, f] = tickets as [string, string, string, string, string, string];
          const step = async (work: Promise<{ status: number }>) => {
            assert.ok((await work).status < 300);
            server.clock.advance(1000);
          };
          await step(teamReply(server, b));
          await step(setStatus(server, c, 'resolved'));
          await step(setStatus(server, d, 'closed'));
          await step(teamReply(server, e));
          await step(playerReply(server, player, e));
          await step(playerReply(server, player, a));
          await step(playerReply(server, player, e));
          await step(teamNote(server, f));

          assert.deepEqual(await view(server, 'view=attention'), [a, f, e]);
          assert.deepEqual(await view(server, ''), [a, f, e], 'attention is what is shown unless another is asked for');
          assert.deepEqual(await view(server, 'view=open'), [f, e, a]);
          assert.deepEqual(await view(server, 'view=pending'), [b]);
          assert.deepEqual(await view(server, 'view=resolved'), [c]);
          assert.deepEqual(await view(server, 'view=closed'), [d]);
          assert.deepEqual(await view(server, 'view=all'), [f, e, d, c, b, a]);
        });

        test('of one project has only its tickets; of an unknown project it is empty', async (t) => {
          const server = await startServer(t);
          const [one, other] = [await aPlayer(server), await aPlayer(server)];
          const [first, second] = [await aTicket(server, one), await aTicket(server, other)];
          for (const name of ['attention', 'open', 'all']) {
            assert.deepEqual(await view(server, `view=${name}&projectId=${one.project.id}`), [first]);
            assert.deepEqual(await view(server, `view=${name}&projectId=${other.project.id}`), [second]);
            assert.deepEqual((await view(server, `view=${name}`)).sort(), [first, second].sort());
            assert.deepEqual(await view(server, `view=${name}&projectId=prj_unknown`), []);
            assert.deepEqual(await view(server, `view=${name}&projectId=`), []);
          }
        });
      });

      suite('200: pages', async () => {
        // More projects with each status than one statement reads, and many tickets of one time.
        const server = await sharedServer();
        const expected: string[] = [];
        for (let index = 0; index < 30; index++) {
          const player = await aPlayer(server, await aProject(server));
          expected.push(await aTicket(server, player));
          if (index % 3 === 0) expected.push(await aTicket(server, player));
          if (index % 10 === 9) server.clock.advance(1);
        }

        for (const limit of [1, 2, 7, 39, 40, 41]) {
          for (const name of ['attention', 'open', 'all']) {
            test(`of ${limit} have every ticket of ${name} once, in order, with ties`, async () => {
              const all = await view(server, `view=${name}&limit=100`);
              assert.deepEqual(all.toSorted(), expected.toSorted());
              const found = await pages(server, `view=${name}&limit=${limit}`);
              assert.deepEqual(found.flat(), all);
              assert.deepEqual(
                found.map(({ length }) => length),
                found.map((_page, index) => Math.min(limit, expected.length - index * limit)),
              );
              assert.ok(found.at(-1)?.length !== 0, 'the last page is not empty');
            });
          }
        }

        test('ties are in the order of their ids', async () => {
          const { body } = await team(server, 'GET', '/tickets?view=attention&limit=100');
          const rows: { attentionSince: string; id: string }[] = body.tickets;
          const keys = rows.map(({ attentionSince, id }) => `${attentionSince} ${id}`);
          assert.deepEqual(keys, keys.toSorted());
          assert.ok(new Set(rows.map(({ attentionSince }) => attentionSince)).size <= 4, 'there must be ties');
        });

        test('without a limit have 50 tickets', async (t) => {
          const own = await startServer(t);
          for (let index = 0; index < 6; index++) {
            const one = await aPlayer(own);
            for (let ticket = 0; ticket < 9; ticket++) await aTicket(own, one);
          }
          const { ids, nextCursor } = await page(own, '');
          assert.equal(ids.length, 50);
          assert.equal((await page(own, `cursor=${nextCursor}`)).ids.length, 4);
          assert.equal((await page(own, 'limit=54')).nextCursor, null);
        });

        test('cover all projects, even more than one statement can take', async (t) => {
          const own = await startServer(t);
          const first = await aTicket(own, await aPlayer(own));
          await own.store.transaction(async (tx) => {
            for (let index = 0; index < 150; index++) await tx.projects.insert(newProject('Quiet', START));
          });
          own.clock.advance(1000);
          const last = await aTicket(own, await aPlayer(own));
          assert.deepEqual(await view(own, 'view=attention'), [first, last]);
          assert.deepEqual(await pages(own, 'view=all&limit=1'), [[last], [first]]);
        });

        test('miss no ticket that was there all the time, while others come and go', async (t) => {
          const own = await startServer(t);
          const [steady, busy] = [await aPlayer(own), await aPlayer(own)];
          const [kept, leaving]: string[][] = [[], []];
          for (let index = 0; index < 8; index++) {
            leaving?.push(await aTicket(own, busy));
            kept?.push(await aTicket(own, steady));
            own.clock.advance(1);
          }
          const found = await pages(own, 'view=attention&limit=3', async () => {
            const gone = leaving?.shift();
            if (gone !== undefined) await teamReply(own, gone);
          });
          const all = found.flat();
          assert.deepEqual(new Set(all).size, all.length);
          assert.deepEqual(
            all.filter((id) => kept?.includes(id)),
            kept,
          );
        });
      });

      suite('400', async () => {
        const server = await sharedServer();
        const refused: readonly (readonly [query: string, ...fields: string[]])[] = [
          ['view=waiting', 'view'],
          ['view=', 'view'],
          ['view=Open', 'view'],
          ['limit=0', 'limit'],
          ['limit=101', 'limit'],
          ['limit=-1', 'limit'],
          ['limit=1.5', 'limit'],
          ['limit=', 'limit'],
          ['limit=ten', 'limit'],
          ['limit=5&limit=6', 'limit'],
          [`projectId=${ofLength(101)}`, 'projectId'],
          ['cursor=', 'cursor'],
          ['cursor=nonsense', 'cursor'],
          [`cursor=${Buffer.from('[1]').toString('base64url')}`, 'cursor'],
          [`cursor=${Buffer.from('{"at":1}').toString('base64url')}`, 'cursor'],
          ...['[1.5,"tkt_0"]', '[1e300,"tkt_0"]', '[1,"tkt_0\\u0000"]', '[1,"x"]'].map(
            (text) => [`cursor=${Buffer.from(text).toString('base64url')}`, 'cursor'] as const,
          ),
          ...['["priority",1,"ID"]', '["priority",1,"ID",4]', '["due",1,"ID",1]', '["age",1,"ID"]', '[1,"ID"]'].map(
            (text) => [`cursor=${Buffer.from(text.replace('ID', A_TICKET)).toString('base64url')}`, 'cursor'] as const,
          ),
          [`cursor=${Buffer.from(`["created",1,"${A_TICKET}"]`).toString('base64url')}`, 'cursor'],
          [`view=all&sort=created&cursor=${encodeCursor('-created', { at: 1, ticketId: A_TICKET })}`, 'cursor'],
          [`sort=due&cursor=${encodeCursor('priority', { at: 1, ticketId: A_TICKET, priority: 1 })}`, 'cursor'],
          ['sort=newest', 'sort'],
          ['sort=', 'sort'],
          ['sort=due&sort=waiting', 'sort'],
          ...['priority', '-priority', 'due', '-due', 'waiting', '-waiting'].map(
            (sort) => [`view=open&sort=${sort}`, 'sort'] as const,
          ),
          [`cursor=${'A'.repeat(401)}`, 'cursor'],
          ['view=x&limit=0&projectId=%00', 'view', 'limit', 'projectId'],
        ];
        for (const [query, ...fields] of refused) {
          test(`${query.slice(0, 60)}: names ${fields.join(', ')}`, async () => {
            const reply = await team(server, 'GET', `/tickets?${query}`);
            assertInvalid(reply, PATH, ...fields);
            assert.doesNotMatch(reply.text, /blank/, 'says what is wrong');
          });
        }
      });
    });

    suite('the filter for an answer', () => {
      test('finds tickets by exactly one answer, in lists and in counts', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
        const project = await aProject(server);
        await unlimited(server, project);
        const version = await aForm(server, project);
        const ticket = async (answers: object) =>
          anAnsweredTicket(server, await aPlayer(server, project), version, answers);
        const pc = await ticket({ device: 'pc', gpu: 'a:"b"', level: 3 });
        const crashed = await ticket({ device: 'phone', crashed: true, report: 'pc', level: 35 });
        await aTicket(server, await aPlayer(server, project));
        for (const [answer, ...ids] of [
          ['device:pc', pc],
          ['device:phone', crashed],
          ['device:PC'],
          ['device:p'],
          ['gpu:a:"b"', pc],
          ['level:3', pc],
          ['level:35', crashed],
          ['crashed:true', crashed],
          ['report:pc'],
          ['nothing:pc'],
        ] as const) {
          const query = `view=all&answer=${encodeURIComponent(answer)}`;
          assert.deepEqual(await view(server, query), ids, answer);
          const { body } = await team(server, 'GET', `/tickets/counts?answer=${encodeURIComponent(answer)}`);
          assert.deepEqual([body.all.count, body.all.capped], [ids.length, false], answer);
        }
        assert.deepEqual(await view(server, 'view=all&type=payment&answer=device:pc'), []);
        for (const answer of ['device', 'device:', ':pc', 'Device:pc', '__proto__:x', 'a'.repeat(242)]) {
          assertInvalid(await team(server, 'GET', `/tickets?answer=${encodeURIComponent(answer)}`), PATH, 'answer');
        }
      });
    });
  },
);
