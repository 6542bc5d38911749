import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { suite, test } from 'node:test';
import { gameOperations, playerOperations, teamOperations } from '../../../src/http/all-operations.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, createTicket, identify, poll, team } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { MARKER, VALUES } from '../../helpers/operation/closed-body.ts';
import { everyTeamOperation } from '../../helpers/operation/every-operation.ts';
import type { PreparedRequest } from '../../helpers/operation/facts.ts';
import { allShapes, joined, shape, unknownFields } from '../../helpers/server-side-names.ts';
import { sharedServer } from '../../helpers/shared-server.ts';
import { storedRows } from '../../helpers/stored-rows.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

const withBody = teamOperations.filter(({ body }) => body !== undefined);

const TICKET = { message: 'm', type: 'bug', subject: 's' };
const DEEP = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;

test('bodies of the player API stay open', () => {
  for (const { body } of gameOperations) {
    for (const one of body === undefined ? [] : allShapes(shape(body))) {
      assert.equal(one.additionalProperties, undefined);
    }
  }
});

suite('a body of the team API', async () => {
  const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
  const project = await aProject(server);

  test('an unknown field of a nested object is reported with its path', async () => {
    const types = ['__proto__', 'projectId'].map((name) => joined({ type: 'bug', label: 'Bug' }, { [name]: 1 }));
    const proto = Object.fromEntries([
      ['type', 'bug'],
      ['label', 'Bug'],
      ['__proto__', 1],
    ]);
    const path = `/api/v1/team/projects/${project.id}`;
    const reply = await server.call('PATCH', path, { token: server.teamKey, body: { ticketTypes: [proto, types[1]] } });
    assertInvalid(reply, path, 'ticketTypes.0.__proto__', 'ticketTypes.1.projectId');
  });

  test('values nested 30,000 deep are refused, under a known and an unknown name', async () => {
    const { id } = await aPlayer(server, project);
    const path = `/api/v1/team/players/${id}/messages`;
    const raw = `{"title":"t","body":${DEEP},"messageId":1}`;
    const reply = await server.call('POST', path, { token: server.teamKey, raw, headers: JSON_TYPE });
    assertInvalid(reply, path, 'body', 'messageId');
    const blocked = `{"blocked":true,"details":${DEEP}}`;
    const other = `/api/v1/team/players/${id}`;
    const second = await server.call('PATCH', other, { token: server.teamKey, raw: blocked, headers: JSON_TYPE });
    assertInvalid(second, other, 'details');
  });

  test('a list that is too long is reported once, and its items are not checked', async () => {
    const path = '/api/v1/team/tickets';
    for (const ticketIds of [Array(32_000).fill(1), Array(101).fill('tkt_1')]) {
      const reply = await team(server, 'PATCH', '/tickets', { ticketIds, status: 'wrong' });
      assertInvalid(reply, path, 'ticketIds');
      assert.deepEqual(reply.body.errors.ticketIds, ['Must have at most 100 items.']);
      assert.ok(reply.text.length < 500, reply.text);
    }
  });

  test('an error reports at most 20 fields, and cuts long names', async () => {
    const wrong = await team(server, 'PATCH', '/tickets', { ticketIds: Array(100).fill(1) });
    assert.deepEqual(
      Object.keys(wrong.body.errors),
      Array.from({ length: 20 }, (_, at) => `ticketIds.${at}`),
    );
    const many = Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`field${at}`, 1]));
    assert.equal(Object.keys((await team(server, 'PATCH', '/tickets', many)).body.errors).length, 20);
    const long = await team(server, 'POST', '/projects', { name: 'n', ['😀'.repeat(10_000)]: 1 });
    assert.equal(long.status, 400);
    assert.deepEqual(Object.keys(long.body.errors), ['😀'.repeat(50)]);
    assert.ok(long.text.length < 800);
  });

  test('a key of one project cannot reach a player of another one', async () => {
    const [own, other] = [await aPlayer(server, project), await aPlayer(server)];
    const created = await team(server, 'POST', '/api-keys', { name: 'A', role: 'agent', projectIds: [project.id] });
    const token = created.body.key;
    const before = await storedRows(server.databaseUrl);
    const text = { title: 'Hello', body: 'From nobody.' };
    const fields = { playerId: other.id, type: 'announcement', messageId: 'inb_chosen' };
    const path = `/api/v1/team/players/${own.id}/messages`;
    assertInvalid(
      await server.call('POST', path, { token, body: { ...text, ...fields } }),
      path,
      ...Object.keys(fields),
    );
    const direct = `/api/v1/team/players/${other.id}/messages`;
    assertProblem(await server.call('POST', direct, { token, body: text }), 404, 'not-found', direct);
    assert.deepEqual(await storedRows(server.databaseUrl), before);
    for (const player of [own, other]) assert.deepEqual((await poll(server, player)).body.messages, []);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.entries(schema).filter(([key]) => key !== 'additionalProperties');
  return Object.fromEntries(fields.map(([key, value]) => [key, opened(value)]));
}

test('handlers name the fields that they use: even open bodies would store and log nothing else', async (t) => {
  const bodies = withBody.map((operation) => [operation, operation.body] as const);
  for (const [operation, body] of bodies) Object.assign(operation, { body: opened(body) });
  t.after(() => {
    for (const [operation, body] of bodies) Object.assign(operation, { body });
  });
  const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
  const project = await aProject(server);
  const change = ({ operation, body }: PreparedRequest) => {
    if (body === undefined) return undefined;
    const more = joined(body, unknownFields(operation.body, VALUES.object));
    const { ticketTypes } = body as { ticketTypes?: object[] };
    return ticketTypes === undefined
      ? more
      : joined(more, {
          ticketTypes: ticketTypes.map((type) => joined(type, { [MARKER]: MARKER, labels: { [MARKER]: MARKER } })),
        });
  };
  await everyTeamOperation(server, project, change);
  assert.ok(!JSON.stringify([await storedRows(server.databaseUrl), server.log]).includes(MARKER));
});

suite('a body of the player API', async () => {
  const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
  const stored = async () => JSON.stringify([await storedRows(server.databaseUrl), server.log]);

  for (const [kind, value] of Object.entries(VALUES)) {
    test(`may have the server's names with a value of kind ${kind}, which is ignored and not stored`, async () => {
      const [identifies, creates, replies] = ['IdentifyPlayer', 'CreateTicket', 'AddTicketMessage'].map(
        (id) => playerOperations.find((one) => one.id === id)?.body,
      );
      const context = (schema: unknown) =>
        joined({ platform: 'PC' }, unknownFields(shape(schema).properties?.context, value));
      const project = await aProject(server);
      const sent = joined(unknownFields(identifies, value), { context: context(identifies) });
      const reply = await identify(server, project, sent);
      assert.equal(reply.status, 200, reply.text);
      const player = await aPlayer(server, project);

      const ids: string[] = [];
      for (const key of ['one', 'other']) {
        const headers = { 'idempotency-key': key };
        const ticket = joined({ projectPublicKey: project.publicKey, ...TICKET }, unknownFields(creates, value));
        const body = joined(ticket, { context: context(creates) });
        const path = '/api/v1/tickets';
        const created = await server.call('POST', path, { token: player.token, headers, body });
        assert.equal(created.status, 201, created.text);
        const { ticketId } = created.body;
        const replied = await server.call('POST', `${path}/${ticketId}/messages`, {
          token: player.token,
          headers,
          body: joined({ message: 'm' }, unknownFields(replies, value)),
        });
        assert.equal(replied.status, 200, replied.text);
        ids.push(ticketId, replied.body.messageId);
      }
      assert.equal(new Set(ids).size, 4, 'an id that is sent twice makes no two things one');
      const now = await stored();
      for (const trace of [MARKER, String(VALUES.number)]) assert.ok(!now.includes(trace), trace);
    });
  }

  test('may have values nested 30,000 deep', async () => {
    const player = await aPlayer(server);
    const ticket = JSON.stringify({ projectPublicKey: player.project.publicKey, ...TICKET });
    const raw = `${ticket.slice(0, -1)},"messageId":${DEEP}}`;
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'idempotency-key': 'deep' }]) {
      assert.equal((await createTicket(server, player, {}, { raw, headers, token: player.token })).status, 201);
    }
    const path = `/api/v1/tickets/${await aTicket(server, player)}/messages`;
    const reply = `{"message":"m","ticketId":${DEEP}}`;
    assert.equal(
      (await server.call('POST', path, { token: player.token, raw: reply, headers: JSON_TYPE })).status,
      200,
    );
  });
});

test('the lint rule only refuses the spread or the rest of a body, query or params', (t) => {
  const root = path.resolve(import.meta.dirname, '../../../../..');
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const folder = temporaryDirectory(t);
  const plugins = [path.join(root, 'packages/server/named-inputs.grit')];
  const settings = { root: true, plugins, linter: { rules: { preset: 'none' } } };
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(settings));
  const refused = [
    'export const a = { ...body };',
    'export const a = { x: 1, ...call.params };',
    'export const a = { ...(call.query as object) };',
    'export const a = f(...call.body);',
    'export const { a, ...rest } = body;',
    'export const { ...rest } = call.query;',
    'export const a = ({ body: { b, ...rest } }) => [b, rest];',
  ];
  const allowed = ['export const { a } = body;', 'export const a = { b: body.b, c: [...body.c], ...others };'];
  const write = (inside: string, name: string, source: string) => {
    mkdirSync(path.join(folder, inside), { recursive: true });
    writeFileSync(path.join(folder, inside, name), `${source}\n`);
  };
  for (const [at, source] of refused.entries()) {
    write('packages/server/src', `refused-${at}.ts`, source);
    write('packages/server/test', `allowed-${at}.ts`, source);
  }
  for (const [at, source] of allowed.entries()) write('packages/server/src', `allowed-too-${at}.ts`, source);

  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  const found = `${stdout}${stderr}`.matchAll(
    /title=plugin,file=\S*?((?:refused|allowed)[\w-]*\.ts),.*Name each field/g,
  );
  const expected = refused.map((_source, at) => `refused-${at}.ts`);
  assert.deepEqual([...found].map(([, file]) => file).sort(), expected, stdout + stderr);
});
