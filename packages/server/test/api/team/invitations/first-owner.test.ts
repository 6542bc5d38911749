import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstRun, mayShowSecrets } from '../../../../src/first-run.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, type Member, team } from '../../../helpers/builders.ts';
import { call } from '../../../helpers/call.ts';
import { emptyDatabase } from '../../../helpers/databases.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { assertRefused, cli, printed, startInTerminal, startProcess } from '../../../helpers/programs.ts';

const LINK = /^(http:\S+)\/join#(inv_[\w-]{43})$/m;
const PASSWORD = 'a long enough password';
const shownAt = (now: number) => ({ url: 'http://here', consoleUrl: 'http://here', showsSecrets: true, now });

function join(server: Pick<TestServer, 'url'>, token: string, email = 'owner@studio.example') {
  const body = { token, name: 'Ada', password: PASSWORD, email };
  return call(server.url, 'POST', '/api/v1/team/invitations/accept', { body });
}

test('the first start prints a link for the owner', async (t) => {
  const settings = { DATABASE_URL: await emptyDatabase(t), LOG_LEVEL: 'silent' };
  const server = await startProcess(t, { ...settings, PRINT_SECRETS: 'always' });
  const [, url, token = ''] = LINK.exec(server.stdout()) ?? assert.fail(server.stdout());
  assert.equal(url, server.url);
  assert.match(server.stdout(), /Open this link once to become the owner of the team/);
  const joined = await join(server, token);
  assert.deepEqual([joined.status, joined.body.member.role], [201, 'owner'], joined.text);
  assert.equal((await join(server, token)).status, 404);
});

test('later starts say how to get another link, until the team has a member', async (t) => {
  const server = await startServer(t);
  const said = () => firstRun(server.store, shownAt(server.clock.now));
  const [, , token = ''] = LINK.exec(await said()) ?? [];
  const later = await said();
  assert.doesNotMatch(later, /inv_|psk_/);
  assert.match(later, /^Nobody is in the team yet.*npm run -s cli -- member invite --role owner$/m);
  const hidden = await firstRun(server.store, { ...shownAt(server.clock.now), showsSecrets: false });
  assert.equal(hidden, later, 'with the commands only');
  assert.equal((await join(server, token)).status, 201);
  assert.doesNotMatch(await said(), /inv_|Nobody|member invite/);
});

test('without a terminal the first start prints no secret, makes none, and says which commands do', async (t) => {
  const settings = { DATABASE_URL: await emptyDatabase(t), LOG_LEVEL: 'silent' };
  const server = await startProcess(t, { ...settings, PRINT_SECRETS: '' });
  const output = server.stdout();
  assert.doesNotMatch(output, /inv_|psk_/);
  assert.match(output, /^Nobody is in the team yet.*npm run -s cli -- member invite --role owner$/m);
  assert.match(output, /^Demo project, public key: ppk_.*\n.*api-key create/m);
  assert.deepEqual(JSON.parse(printed(await cli(['api-key', 'list', '--json'], settings))), []);
  const invited = JSON.parse(printed(await cli(['member', 'invite', '--role', 'owner', '--json'], settings)));
  const joined = await join(server, invited.token);
  assert.deepEqual([joined.status, joined.body.member.role], [201, 'owner'], joined.text);
});

test('in a terminal the first start prints its secrets, and a link that begins with PUBLIC_URL', async (t) => {
  const PUBLIC_URL = 'https://support.example.com';
  const settings = { DATABASE_URL: await emptyDatabase(t), LOG_LEVEL: 'silent', PUBLIC_URL };
  const output = await startInTerminal(t, settings);
  assert.match(output, /^https:\/\/support\.example\.com\/join#inv_\S+\r$/m);
  assert.match(output, /shown only this once: psk_/);
});

test('PRINT_SECRETS says where secrets may be printed', () => {
  const shown = (['terminal', 'always', 'never'] as const).map((one) => [
    mayShowSecrets(one, true),
    mayShowSecrets(one, false),
  ]);
  assert.deepEqual(shown, [
    [true, false],
    [true, true],
    [false, false],
  ]);
});

test('a database with a project and a key but no member gets the link, and nothing else', async (t) => {
  const server = await startServer(t);
  const said = await firstRun(server.store, shownAt(server.clock.now));
  assert.match(said, LINK);
  // The link's token is random: it can have these letters.
  assert.doesNotMatch(said.replace(/inv_\S+/, ''), /psk_|Demo/);
  assert.equal((await server.store.projects.list()).length, 0);
  assert.doesNotMatch(await firstRun(server.store, shownAt(server.clock.now)), /inv_/);
});

test('only one of several nodes that start together prints the link', async (t) => {
  const server = await startServer(t);
  const said = await Promise.all(Array.from({ length: 8 }, () => firstRun(server.store, shownAt(server.clock.now))));
  assert.equal(said.filter((text) => LINK.test(text)).length, 1);
  assert.equal((await server.store.invitations.list(server.clock.now)).length, 1);
});

test('the command line invites, lists, links and disables members while the server runs', async (t) => {
  const server = await startServer(t);
  const { id } = await aProject(server);
  const settings = { DATABASE_URL: server.databaseUrl, LOG_LEVEL: 'silent' };
  const run = (...args: string[]) => cli(['member', ...args], settings);
  const invited = JSON.parse(printed(await run('invite', '--role', 'owner', '--json')));
  const joined = await join(server, invited.token);
  assert.equal(joined.status, 201, joined.text);
  const members = JSON.parse(printed(await run('list', '--json')));
  assert.deepEqual(members, [
    { ...joined.body.member, passkey: false, passkeyUsable: false, wrongCodesAt: null, webhookHost: null },
  ]);
  assert.match(printed(await run('list')), / active +- +owner@studio\.example/);

  assertRefused(await run('disable', 'owner@studio.example'), /last owner/);
  assertRefused(await run('invite', '--role', 'king'), /--role must be one of viewer, agent, admin, owner/);
  assertRefused(await run('invite', '--role', 'agent', '--project', 'prj_a'), /no project "prj_a"/);
  assertRefused(await run('invite', '--role', 'agent', '--email', 'owner'), /is not an e-mail address/);
  assertRefused(await run('invite', '--role', 'agent', '--email', 'Owner@studio.example'), /already a member/);
  assertRefused(await run('password-link', 'nobody@studio.example'), /no member/);

  const agent = ['invite', '--role', 'agent', '--email', 'Agent@studio.example', '--project', id];
  const [, token = ''] = /\/join#(inv_\S+)$/m.exec(printed(await run(...agent))) ?? [];
  const second = (await join(server, token)).body.member;
  assert.deepEqual([second.email, second.role, second.projectIds], ['agent@studio.example', 'agent', [id]]);

  const [, link = ''] = /\/join#(inv_\S+)$/m.exec(printed(await run('password-link', 'agent@studio.example'))) ?? [];
  assert.equal((await join(server, link)).status, 201);
  assert.match(printed(await run('end-totp', 'agent@studio.example')), / has no second factor\. Nothing changed\.\n$/);
  assert.match(printed(await run('disable', 'agent@studio.example')), /disabled agent@studio\.example/);
  const body = { email: 'agent@studio.example', password: PASSWORD };
  assert.equal((await call(server.url, 'POST', '/api/v1/team/session', { body })).status, 401);
  assertRefused(await run('password-link', 'agent@studio.example'), /is disabled/);
});

test('the command line creates keys with a role and projects', async (t) => {
  const settings = { DATABASE_URL: await emptyDatabase(t), LOG_LEVEL: 'silent' };
  printed(await cli(['migrate'], settings));
  const project = JSON.parse(printed(await cli(['project', 'create', 'Game', '--json'], settings)));
  const create = (...more: string[]) => cli(['api-key', 'create', '--name', 'bot', ...more, '--json'], settings);
  printed(await create('--role', 'viewer', '--project', project.id));
  printed(await create());
  const keys = JSON.parse(printed(await cli(['api-key', 'list', '--json'], settings)));
  assert.deepEqual(
    keys.map(({ role, projectIds }: Record<string, unknown>) => [role, projectIds]),
    [
      ['viewer', [project.id]],
      ['owner', null],
    ],
  );
  assert.match(printed(await cli(['api-key', 'list'], settings)), /ROLE/);
  assertRefused(await create('--role', 'king'), /--role must be one of/);
});

test('a node that starts while the owner joins prints no link', async (t) => {
  const server = await startServer(t);
  await aMember(server, 'owner');
  // At the first check there was no owner.
  const { members } = server.store;
  const store = { ...server.store, members: { ...members, any: async () => false } };
  assert.doesNotMatch(await firstRun(store, shownAt(server.clock.now)), /inv_|Nobody/);
  assert.deepEqual(await server.store.invitations.list(server.clock.now), []);
});

test('the command line disables a member and revokes a key together with their grants', async (t) => {
  const server = await startServer(t);
  const settings = { DATABASE_URL: server.databaseUrl, LOG_LEVEL: 'silent' };
  const removed = await aMember(server, 'admin');
  const keyOf = async (call: Member['call']) => (await call('POST', '/api-keys', { name: 'k', role: 'admin' })).body;
  const withKey =
    (token: string): Member['call'] =>
    (method, path, body) =>
      server.call(method, `/api/v1/team${path}`, { token, body });
  const own = await keyOf(removed.call);
  const child = await keyOf(withKey(own.key));
  const invited = (await withKey(child.key)('POST', '/invitations', { email: 'x@studio.example', role: 'viewer' }))
    .body;
  const status = async (key: string) => (await withKey(key)('GET', '/projects')).status;
  assert.deepEqual([await status(own.key), await status(child.key)], [200, 200]);

  assert.equal(
    printed(await cli(['api-key', 'revoke', own.apiKey.id], settings)),
    `revoked ${own.apiKey.id}; API keys suspended: 1, links deleted: 1, announcements withheld: 0, answers stopped: 0\n`,
  );
  assert.deepEqual([await status(own.key), await status(child.key)], [401, 401]);
  const path = '/api/v1/team/invitations/accept';
  const body = { token: invited.token, name: 'x', password: PASSWORD };
  assertProblem(await server.call('POST', path, { body }), 404, 'not-found', path);
  const states = printed(await cli(['api-key', 'list'], settings));
  assert.match(states, new RegExp(`${own.apiKey.id} +revoked .*${removed.id}`));
  assert.match(states, new RegExp(`${child.apiKey.id} +suspended .*${own.apiKey.id}`));

  const second = await keyOf(removed.call);
  const third = await keyOf(withKey(second.key));
  assert.equal(
    (await withKey(third.key)('POST', '/invitations', { email: 'y@studio.example', role: 'viewer' })).status,
    201,
  );
  assert.equal((await removed.call('POST', '/invitations', { email: 'z@studio.example', role: 'viewer' })).status, 201);
  printed(await cli(['member', 'password-link', removed.email], settings));
  const entries = async () => {
    const { entries } = (await team(server, 'GET', '/audit?action=UpdateMember')).body;
    return entries.map(({ target, details }: Record<string, unknown>) => [target, details]);
  };
  const disable = async () => printed(await cli(['member', 'disable', removed.email], settings));
  assert.equal(
    await disable(),
    `disabled ${removed.email}; API keys suspended: 2, links deleted: 3, announcements withheld: 0, answers stopped: 0\n`,
  );
  assert.deepEqual([await status(second.key), await status(third.key)], [401, 401]);
  assert.deepEqual(await entries(), [[removed.id, { disabled: true }]]);

  const row = await server.store.members.byId(removed.id);
  assert.equal(await disable(), `${removed.email} is already disabled\n`);
  assert.deepEqual(await server.store.members.byId(removed.id), row);
  assert.deepEqual(await entries(), [[removed.id, { disabled: true }]]);
});
