import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { TOTP } from 'otpauth';
import { newSecretKey } from '../../src/domain/sealed-text.ts';
import { aMember, aPlayer, aProject, identify, listTickets, PASSWORD, type Player } from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { allStored, emptyDatabase, executeSql } from '../helpers/databases.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { assertRefused, cli, printed, serverThatStops } from '../helpers/programs.ts';
import { queryRows } from '../helpers/stored-rows.ts';

const WEBHOOK = 'https://hooks.slack.com/services/T0/B0/top-secret-path';
const PLAYER_DATA = 'https://data.example/other-secret-path';
/** Only the address's text is stored. */
const resolveName = async () => ['93.184.216.34'];

interface Filled {
  readonly server: TestServer;
  readonly player: Player;
  readonly email: string;
  readonly totp: string;
  readonly recoveryCode: string;
  readonly secrets: readonly string[];
  readonly settings: { readonly DATABASE_URL: string; readonly SECRET_KEY: string };
  /** Frees the database for another server. */
  close(): Promise<void>;
}

async function filled(t: TestContext): Promise<Filled> {
  const settings = { DATABASE_URL: await emptyDatabase(t), SECRET_KEY: newSecretKey() };
  const ends: (() => unknown)[] = [];
  const after = { after: (end: unknown) => void ends.push(end as () => unknown) } as Pick<TestContext, 'after'>;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    for (const end of ends.reverse()) await end();
  };
  t.after(close);
  const server = await startServer(after, { env: settings, resolveName });
  const player = await aPlayer(server);
  const member = await aMember(server, 'agent');
  const { body: totp } = await member.call('POST', '/account/totp', { password: PASSWORD });
  const code = TOTP.generate({ secret: totpSecret(totp.secret), timestamp: server.clock.now });
  const confirmed = await member.call('POST', '/account/totp/confirm', { code });
  assert.equal(confirmed.status, 200, confirmed.text);
  const other = await aMember(server, 'agent');
  const pending = await other.call('POST', '/account/totp', { password: PASSWORD });
  const webhook = { webhookAddress: WEBHOOK, webhookFormat: 'standard', webhook: ['reply'] };
  const hooked = await member.call('PATCH', '/account/notifications', webhook);
  assert.equal(hooked.status, 200, hooked.text);
  const path = `/api/v1/team/projects/${player.project.id}/player-data`;
  const data = await server.call('PATCH', path, { token: server.teamKey, body: { url: PLAYER_DATA } });
  assert.equal(data.status, 200, data.text);
  const project = await server.store.projects.byId(player.project.id);
  const tagKey = await server.store.serviceSecrets.byName('player-token-tags');
  return {
    server,
    player,
    email: member.email,
    totp: totp.secret,
    recoveryCode: confirmed.body.recoveryCodes[0],
    secrets: [
      totp.secret,
      pending.body.secret,
      'top-secret-path',
      hooked.body.webhookSecret,
      'other-secret-path',
      data.body.secret,
      project?.identity_salt ?? assert.fail(),
      tagKey ?? assert.fail(),
    ],
    settings,
    close,
  };
}

/** otpauth's secret, from base32. */
const totpSecret = (base32: string) => new TOTP({ secret: base32 }).secret;

function assertUnavailable({ status, text, headers }: Reply): void {
  assert.equal(status, 503, text);
  assert.match(text, /The secret key of this server is missing/);
  assert.equal(headers.get('retry-after'), '60');
}

function assertCodeNeeded({ status, text }: Reply): void {
  assert.equal(status, 401, text);
  assert.match(text, /second-factor-required/);
}

const doctor = (settings: Record<string, string>) => cli(['doctor'], settings);

suite('secrets at rest', () => {
  test('no secret is in the database in plain text, and all of them work', async (t) => {
    const { server, player, secrets, settings } = await filled(t);
    const stored = await allStored(settings.DATABASE_URL);
    assert.equal(new Set(secrets).size, 8);
    for (const secret of secrets) assert.ok(!stored.includes(secret), secret);
    const again = await identify(server, player.project, { installationId: player.installationId });
    assert.equal(again.body.playerId, player.id);
    const { code, stdout } = await doctor(settings);
    assert.match(stdout, /^ok +\d+ secrets are encrypted with the key [0-9a-f]{16}$/m);
    assert.equal(code, 0, stdout);
  });

  test('a secret does not open in the row of another one', async (t) => {
    const { server, player, settings } = await filled(t);
    const other = await aProject(server);
    await executeSql(
      settings.DATABASE_URL,
      `UPDATE project SET identity_salt = (SELECT identity_salt FROM project WHERE project_id = '${other.id}')
       WHERE project_id = '${player.project.id}'`,
    );
    server.clock.advance(2000);
    assertUnavailable(await identify(server, player.project));
    assert.equal((await identify(server, other)).status, 200);
    assert.match((await doctor(settings)).stdout, /^problem +the keys of some secrets are missing: 1 in project\./m);
  });
});

suite('without the key of a database', () => {
  const id = (text: string) => /id ([0-9a-f]{16})/.exec(text)?.[1];

  test('a server and a command with another key refuse to start, and say what is missing', async (t) => {
    const { settings, close } = await filled(t);
    await close();
    const wrong = { ...settings, SECRET_KEY: newSecretKey() };
    const message = /^player-support: SECRET_KEY is not the secret key of this database.*SECRET_KEY=lost.*\n$/;
    assertRefused(await serverThatStops(t, wrong), message);
    assertRefused(await cli(['project', 'list'], wrong), message);
    const { code, stdout } = await doctor(wrong);
    assert.equal(code, 1);
    assert.match(stdout, /^problem +SECRET_KEY is not the secret key/m);
    assert.ok(!stdout.includes(wrong.SECRET_KEY) && !stdout.includes(settings.SECRET_KEY));

    const none = { ...settings, SECRET_KEY: '' };
    const missing = await serverThatStops(t, none);
    assertRefused(missing, /the secret key of this database \(id [0-9a-f]{16}\) is missing: put it back into/);
    assert.equal(id((await doctor(none)).stdout), id(missing.stderr));
    const refused = await serverThatStops(t, { ...settings, SECRET_KEY: 'not-a-key' });
    assertRefused(refused, /SECRET_KEY must have keys of 32 bytes in base64; make one with: openssl rand -base64 32/);
    assert.ok(!refused.stderr.includes('not-a-key'));
  });

  test('SECRET_KEY=lost serves what works, makes no new players, and ends no second factor', async (t) => {
    const { player, email, totp, recoveryCode, settings, close } = await filled(t);
    await close();
    const lost = await startServer(t, { env: { ...settings, SECRET_KEY: 'lost' }, resolveName });
    const players = () => queryRows(settings.DATABASE_URL, 'SELECT player_id FROM player');
    const before = await players();
    for (const installationId of [player.installationId, 'a new one']) {
      const refused = await identify(lost, player.project, { installationId });
      assertUnavailable(refused);
    }
    assert.deepEqual(await players(), before);
    assert.equal((await listTickets(lost, player)).status, 200, 'a token that was issued before');

    const signIn = (code?: string) =>
      lost.call('POST', '/api/v1/team/session', { body: { email, password: PASSWORD, ...(code && { code }) } });
    assertCodeNeeded(await signIn());
    lost.clock.advance(60_000);
    const fresh = TOTP.generate({ secret: totpSecret(totp), timestamp: lost.clock.now });
    assertCodeNeeded(await signIn(fresh));
    assert.equal((await signIn(recoveryCode)).status, 200);

    const create = await lost.call('POST', '/api/v1/team/projects', { token: lost.teamKey, body: { name: 'New' } });
    assertUnavailable(create);
    const member = await aMember(lost, 'admin');
    assertUnavailable(await member.call('POST', '/account/totp', { password: PASSWORD }));
    assert.equal((await member.call('GET', '/members')).status, 200);
    assert.equal((await member.call('GET', `/players/${player.id}/data`)).body.error, 'secret-key');
    const settingsOfData = `/projects/${player.project.id}/player-data`;
    assertUnavailable(await member.call('GET', settingsOfData));
    assertUnavailable(await member.call('PATCH', settingsOfData, { newSecret: true }));
    assertUnavailable(await member.call('PATCH', settingsOfData, { url: PLAYER_DATA }));
    const { code, stdout } = await doctor({ ...settings, SECRET_KEY: 'lost' });
    assert.equal(code, 1);
    assert.match(stdout, /^problem +the secret key is lost/m);
    const creating = await cli(['project', 'create', 'New'], { ...settings, SECRET_KEY: 'lost' });
    assertRefused(creating, /the secret key of this server is missing/i);
    const back = printed(await cli(['member', 'end-totp', email], { ...settings, SECRET_KEY: 'lost' }));
    assert.match(back, /password alone/);
    assert.equal((await signIn()).status, 200);
  });

  test('SECRET_KEY=lost is refused for a database that never had a key', async (t) => {
    const settings = { DATABASE_URL: await emptyDatabase(t), SECRET_KEY: 'lost', LOG_LEVEL: 'silent' };
    assertRefused(await serverThatStops(t, settings), /never had a secret key; remove the setting/);
  });

  test('secret-key reset begins with a new key, and says what is lost', async (t) => {
    const { player, email, settings, close } = await filled(t);
    await close();
    assertRefused(await cli(['secret-key', 'reset', '--accept-loss'], settings), /nothing is lost/);
    const lost = { ...settings, SECRET_KEY: 'lost' };
    assertRefused(await cli(['secret-key', 'reset', '--accept-loss'], lost), /set a new one/);
    const renewed = { ...settings, SECRET_KEY: newSecretKey() };
    assertRefused(await cli(['secret-key', 'reset'], renewed), /--accept-loss/);
    const text = printed(await cli(['secret-key', 'reset', '--accept-loss'], renewed));
    assert.match(text, /^1 projects: each installation becomes a new player/m);
    assert.match(text, /^1 projects: the address of their player data is deleted/m);
    assert.match(text, /^1 members: their webhook is deleted/m);
    assert.match(text, new RegExp(`^1 members: sign in with a recovery code.*\n  ${email}$`, 'm'));

    const server = await startServer(t, { env: renewed, resolveName });
    const again = await identify(server, player.project, { installationId: player.installationId });
    assert.equal(again.status, 200, again.text);
    assert.notEqual(again.body.playerId, player.id);
    assert.equal((await listTickets(server, player)).status, 200, 'the old token is still valid');
    const data = `/api/v1/team/projects/${player.project.id}/player-data`;
    const { body } = await server.call('GET', data, { token: server.teamKey });
    assert.deepEqual(body, { url: null, secret: null });
    const [entry] = (await server.call('GET', '/api/v1/team/audit', { token: server.teamKey })).body.entries;
    assert.deepEqual([entry.action, entry.actor.name], ['ResetSecretKey', 'command line']);
  });
});
