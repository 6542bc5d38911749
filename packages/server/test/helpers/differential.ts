import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Role, TICKET_SORTS } from '@player-support/contract/enums';
import { newId } from '../../src/domain/ids.ts';
import { newProject } from '../../src/domain/project.ts';
import type { MemberRow } from '../../src/store/tables.ts';
import { newMember } from '../../src/team/members/new-member.ts';
import { timePasses } from './builders.ts';
import type { Reply } from './call.ts';
import { type Engine, emptyDatabase } from './databases.ts';
import { START, startServer, type TestServer } from './harness.ts';
import { SEED } from './property.ts';
import { randomNumbers } from './random-numbers.ts';
import { type Pause, type Step, stepsOf, TEAM, World } from './random-requests.ts';

/** Tokens outlast most pauses: a history of 401s tests little. */
const ENV = { RATE_LIMITS: 'off', TOKEN_LIFETIME_SECONDS: String(180 * 86_400) };

const RANDOM =
  /(?:prj|ply|tkt|msg|inb|ann|key|mac|evt)_[0-9a-v]{20,}|p[ap][tk]_[\w-]{20,}|W\/"[^".]*\.[^"]*"|(?<="nextCursor":")[^"]+/g;
const HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'www-authenticate', 'allow', 'retry-after'];

/** Placeholders stand for a server's random values, numbered in order. */
class Side {
  readonly server: TestServer;
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();

  constructor(server: TestServer) {
    this.server = server;
    this.#values.set(TEAM, server.teamKey);
  }

  /** Placeholders are equal on both sides. */
  withPlaceholders(text: string): string {
    return text.replace(RANDOM, (value) => {
      let name = this.#names.get(value);
      if (name === undefined) {
        name = `@@${this.#names.size}@@`;
        this.#names.set(value, name);
        this.#values.set(name, value);
      }
      // An ETag's readable part: a poll's delay, or a list's length.
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
    // The delay has jitter; the ETag has none. PostgreSQL takes some numbers of tickets earlier.
    const text = reply.text.replace(/(?<="(?:nextPollAfterSeconds|number)":)\d+/g, 'n');
    const shown = HEADERS.map((name) => `${name}: ${reply.headers.get(name)}`).join('\n');
    return { response: this.withPlaceholders(`${reply.status}\n${shown}\n\n${text}`), reply };
  }
}

/** Adds the response's ids and tokens to the world, as placeholders. */
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

/** Runs one history on both engines. Counts the responses. */
async function runHistory(
  t: TestContext,
  seed: number,
  steps: number,
  count: (response: string) => void,
): Promise<void> {
  const sides = await pair(t);
  const [first, second] = sides;
  const world = new World();
  for (let number = 0; number < 3; number++) {
    // The same salt makes player ids equal: rows of one time sort by id.
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
  for (let index = 0; index < steps; index++) {
    const where = `TEST_SEED=${SEED}, history ${seed}, step ${index}`;
    const step: Step | Pause = next();
    if ('method' in step) await assertSameResponse(step, where);
    else await Promise.all(sides.map(({ server }) => timePasses(server, step.milliseconds)));
  }
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

/** Plays random ones on both engines. Returns how often each response came. */
export async function playOnBoth(t: TestContext, histories: number, steps: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = (response: string) => void counts.set(response, (counts.get(response) ?? 0) + 1);
  // In turn: ids of one process follow one clock, and each history has its own.
  for (let index = 0; index < histories; index++) await runHistory(t, SEED + index, steps, count);
  t.diagnostic(`${histories * steps} steps from TEST_SEED=${SEED}`);
  return counts;
}
