import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Role, TICKET_SORTS } from '@player-support/contract/enums';
import { newId } from '../../src/domain/ids.ts';
import { newProject } from '../../src/domain/project.ts';
import type { MemberRow } from '../../src/store/tables.ts';
import { newMember } from '../../src/team/members/new-member.ts';
import { timePasses } from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { type Engine, emptyDatabase } from '../helpers/databases.ts';
import { START, startServer, type TestServer } from '../helpers/harness.ts';
import { IS_USUAL_SEED, SEED } from '../helpers/property.ts';
import { randomNumbers } from '../helpers/random-numbers.ts';
import { type Pause, type Step, stepsOf, TEAM, World } from '../helpers/random-requests.ts';

/** How many histories run at the same time. Each has its own pair of servers. */
const HISTORIES = 4;
const STEPS = 2500;

/** Tokens are valid for longer than most pauses: a history with only 401 tests little. */
const ENV = { RATE_LIMITS: 'off', TOKEN_LIFETIME_SECONDS: String(180 * 86_400) };

const RANDOM =
  /(?:prj|ply|tkt|msg|inb|ann|key|mac|evt)_[0-9a-v]{20,}|p[ap][tk]_[\w-]{20,}|W\/"[^".]*\.[^"]*"|(?<="nextCursor":")[^"]+/g;
const HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'www-authenticate', 'allow', 'retry-after'];

/** A server, and placeholders for the random values of its responses, numbered in their order. */
class Side {
  readonly server: TestServer;
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();

  constructor(server: TestServer) {
    this.server = server;
    this.#values.set(TEAM, server.teamKey);
  }

  /** Replaces the random values of a text by placeholders, which are equal on both sides. */
  withPlaceholders(text: string): string {
    return text.replace(RANDOM, (value) => {
      let name = this.#names.get(value);
      if (name === undefined) {
        name = `@@${this.#names.size}@@`;
        this.#names.set(value, name);
        this.#values.set(name, value);
      }
      // The readable part of an ETag: the delay of a poll, or the length of a list.
      return name + (/^W\/"[^.]*/.exec(value)?.[0] ?? '');
    });
  }

  #withValues(text: string): string {
    return text.replace(/@@\w+@@/g, (name) => this.#values.get(name) ?? name);
  }

  async send({ method, path, token, body, headers = {} }: Step): Promise<{ response: string; reply: Reply }> {
    const own = Object.entries(headers).map(([name, value]) => [name, this.#withValues(value)]);
    const reply = await this.server.call(method, this.#withValues(path), {
      token: token === undefined ? undefined : this.#withValues(token),
      ...(body === undefined ? {} : { raw: this.#withValues(JSON.stringify(body)) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-request-id': 'same',
        ...Object.fromEntries(own),
      },
    });
    // The delay has jitter. The ETag has the delay without it.
    const text = reply.text.replace(/(?<="nextPollAfterSeconds":)\d+/, 'n');
    const shown = HEADERS.map((name) => `${name}: ${reply.headers.get(name)}`).join('\n');
    return { response: this.withPlaceholders(`${reply.status}\n${shown}\n\n${text}`), reply };
  }
}

/** Adds the ids and tokens of a response to the world, as placeholders. */
function remember(world: World, side: Side, step: Step, { status, body, headers }: Reply): void {
  const { method, path, token } = step;
  const name = (value: string) => /^@@\w+@@/.exec(side.withPlaceholders(value))?.[0] ?? '';
  const add = (list: string[] | undefined, value: string) => {
    if (list?.includes(name(value)) === false) list.push(name(value));
  };
  if (status >= 300) return;
  const caller = world.players.find((player) => player.token === token);
  const etag = headers.get('etag');
  if (etag?.includes('.')) caller?.tags.push(name(etag));
  if (path.endsWith('/identify')) {
    const known = world.players.find(({ id }) => id === name(body.playerId));
    const { projectPublicKey } = step.body as { projectPublicKey: string };
    const project = world.projects.findIndex(({ publicKey }) => publicKey === projectPublicKey);
    const empty = { tickets: [], messages: [], tags: [] };
    const fresh = { project, id: name(body.playerId), token: name(body.playerAccessToken), ...empty };
    if (known === undefined) world.players.push(fresh);
    else known.token = fresh.token;
  } else if (path === '/api/v1/tickets') {
    add(world.tickets, body.ticketId);
    add(caller?.tickets, body.ticketId);
  } else if (/\/players\/[^/]+\/messages$/.test(path)) {
    if (body.ticketId === null) return;
    add(world.tickets, body.ticketId);
    add(world.players.find(({ id }) => path.includes(id))?.tickets, body.ticketId);
  } else if (path.includes('/inbox?')) {
    for (const { id, type } of body.messages) add(type === 'announcement' ? world.announcements : caller?.messages, id);
  } else if (path.endsWith('/announcements') && method === 'POST') add(world.announcements, body.id);
  else if (path.endsWith('/macros') && method === 'POST') add(world.macros, body.id);
  else if (path.endsWith('/projects') && method === 'POST') add(world.otherProjects, body.id);
  if (typeof body?.nextCursor === 'string') {
    world.cursors.push(side.withPlaceholders(`"nextCursor":"${body.nextCursor}"`).slice('"nextCursor":"'.length, -1));
  }
}

async function pair(t: TestContext): Promise<[Side, Side]> {
  const side = async (engine: Engine) =>
    new Side(await startServer(t, { env: { ...ENV, DATABASE_URL: await emptyDatabase(t, engine) } }));
  return [await side('sqlite'), await side('postgres')];
}

function memberRow(id: string, role: Role): MemberRow {
  const row = newMember(
    { email: `${id}@studio.example`, name: role, role, projectIds: null, passwordHash: '-' },
    START,
  );
  return { ...row, member_id: id };
}

/** Runs one history on both engines, and counts the responses. */
async function runHistory(t: TestContext, seed: number, count: (response: string) => void): Promise<void> {
  const sides = await pair(t);
  const [first, second] = sides;
  const world = new World();
  for (let number = 0; number < 3; number++) {
    // The same salt on both engines makes player ids equal, because rows of one time sort by id.
    const project = newProject(`Game ${number}`, START);
    for (const { server } of sides) await server.store.projects.insert(project);
    const [names = ''] = sides.map((side) => side.withPlaceholders(`${project.project_id} ${project.public_key}`));
    const [id = '', publicKey = ''] = names.split(' ');
    world.projects.push({ id, publicKey });
  }
  for (const role of ['viewer', 'agent', 'admin'] as const) {
    const id = newId('member', START);
    for (const { server } of sides) await server.store.members.insert(memberRow(id, role));
    world.members.push(id);
  }
  const next = stepsOf(randomNumbers(seed), world, () => first.server.clock.now);

  async function assertSameResponse(step: Step, where: string): Promise<void> {
    const [one, other] = await Promise.all([first.send(step), second.send(step)]);
    assert.equal(other.response, one.response, `${where}: ${JSON.stringify(step).slice(0, 2000)}`);
    assert.ok(one.reply.status < 500, `${where}: ${one.response} to ${JSON.stringify(step).slice(0, 2000)}`);
    remember(world, first, step, one.reply);
    const route = `${step.method} ${step.path.replace(/\?.*/, '').replace(/@@[^/]*/g, '*')}`;
    const problem = /"\/problems(\/[a-z-]+)"/.exec(one.reply.text)?.[1] ?? '';
    count(`${route} ${one.reply.status}${problem}`);
  }
  for (let index = 0; index < STEPS; index++) {
    const where = `TEST_SEED=${SEED}, history ${seed}, step ${index}`;
    const step: Step | Pause = next();
    if ('method' in step) await assertSameResponse(step, where);
    else await Promise.all(sides.map(({ server }) => timePasses(server, step.milliseconds)));
  }
  // At the end, compare everything.
  const paths = [
    '/projects',
    '/announcements',
    '/macros',
    '/tickets/counts',
    '/tickets/facets',
    ...['attention', 'all'].map((view) => `/tickets?limit=100&view=${view}`),
    ...TICKET_SORTS.map((sort) => `/tickets?limit=100&sort=${sort}`),
    '/tickets/counts?priority=normal&type=bug',
  ];
  paths.push(...world.tickets.map((id) => `/tickets/${id}`), ...world.players.map(({ id }) => `/players/${id}`));
  for (const path of paths) {
    await assertSameResponse(
      { method: 'GET', path: `/api/v1/team${path}`, token: TEAM },
      `TEST_SEED=${SEED}, history ${seed}, the end`,
    );
  }
}

/** The responses that the histories must contain, and how often at least. */
const REQUIRED_COUNTS: Readonly<Record<string, number>> = {
  'POST /api/v1/player/identify 200': 100,
  'POST /api/v1/player/identify 400/validation': 5,
  'POST /api/v1/tickets 201': 300,
  'POST /api/v1/tickets 409/open-ticket-limit': 10,
  'POST /api/v1/tickets 409/player-blocked': 10,
  'POST /api/v1/tickets 409/idempotency-conflict': 2,
  'GET /api/v1/player/tickets 200': 100,
  'GET /api/v1/player/tickets 304': 1,
  'GET /api/v1/tickets/* 200': 100,
  'GET /api/v1/tickets/* 404/not-found': 10,
  'POST /api/v1/tickets/*/messages 200': 100,
  'POST /api/v1/tickets/*/messages 409/ticket-closed': 20,
  'GET /api/v1/player/inbox 200': 200,
  'GET /api/v1/player/inbox 304': 5,
  'POST /api/v1/player/inbox/*/read 200': 50,
  'GET /api/v1/team/tickets 200': 100,
  'PATCH /api/v1/team/tickets/* 200': 200,
  'PATCH /api/v1/team/tickets/* 409/ticket-merged': 5,
  'POST /api/v1/team/tickets/*/merge 200': 40,
  'POST /api/v1/team/tickets/*/merge 400/validation': 10,
  'POST /api/v1/team/tickets/*/merge 409/ticket-merged': 5,
  'POST /api/v1/team/tickets/*/merge 409/merge-refused': 12,
  'POST /api/v1/team/tickets/*/unmerge 200': 40,
  'POST /api/v1/team/tickets/*/unmerge 409/merge-refused': 2,
  'POST /api/v1/team/tickets/*/replies 201': 200,
  'POST /api/v1/team/tickets/*/notes 201': 50,
  'POST /api/v1/team/players/*/messages 201': 50,
  'PATCH /api/v1/team/players/* 200': 30,
  'PATCH /api/v1/team/projects/* 200': 50,
  'PATCH /api/v1/team/tickets 200': 20,
  'PATCH /api/v1/team/tickets 400/validation': 2,
  'GET /api/v1/team/tickets/counts 200': 30,
  'GET /api/v1/team/tickets/facets 200': 30,
  'GET /api/v1/team/players/*/tickets 200': 20,
  'GET /api/v1/team/players/*/installations 200': 20,
  'POST /api/v1/team/macros 201': 10,
  'PATCH /api/v1/team/macros/* 200': 5,
  'DELETE /api/v1/team/macros/* 204': 3,
  'POST /api/v1/team/announcements 201': 15,
  'PATCH /api/v1/team/announcements/* 200': 3,
  'PATCH /api/v1/team/announcements/* 409/announcement-begun': 10,
  'DELETE /api/v1/team/announcements/* 204': 10,
};

test('both engines give the same responses to random requests', async (t) => {
  const counts = new Map<string, number>();
  const count = (response: string) => void counts.set(response, (counts.get(response) ?? 0) + 1);
  await Promise.all(Array.from({ length: HISTORIES }, (_none, index) => runHistory(t, SEED + index, count)));
  t.diagnostic(`${HISTORIES * STEPS} steps from TEST_SEED=${SEED}`);
  if (!IS_USUAL_SEED) return;
  for (const [response, minimum] of Object.entries(REQUIRED_COUNTS)) {
    assert.ok((counts.get(response) ?? 0) >= minimum, `${response}: only ${counts.get(response)}`);
  }
});
