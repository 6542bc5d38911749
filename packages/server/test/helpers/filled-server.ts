import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { TestContext } from 'node:test';
import { newApiKey } from '../../src/domain/api-key.ts';
import { newId } from '../../src/domain/ids.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aProject,
  aSession,
  aTicket,
  block,
  createTicket,
  directMessage,
  markRead,
  mergeTicket,
  type Player,
  playerReply,
  poll,
  setStatus,
  team,
  teamNote,
  teamReply,
  updateProject,
} from './builders.ts';
import type { Api } from './call.ts';
import { sqliteFile } from './databases.ts';
import { anAttachment, bytesOf } from './files.ts';
import { aField, aForm, anAnsweredTicket } from './forms.ts';
import { startServer, type TestServer } from './harness.ts';
import { afterLink, identityToken, link, SECRET, setUpIdentity } from './identity.ts';
import {
  aLinkedTicket,
  anAnswer,
  anAskedTicket,
  answersAreSent,
  aPublicIssue,
  sayFixed,
  subscribe,
} from './known-issues.ts';

/** To be sent again, with its response. */
export interface Keyed {
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
  readonly key: string;
  readonly status: number;
  readonly answer: string;
}

export interface Filled {
  readonly server: TestServer;
  readonly players: readonly Player[];
  readonly keyed: readonly Keyed[];
}

/** A database, or a program that copies it, could change these by mistake. */
const HOSTILE = [
  Array.from({ length: 31 }, (_, code) => String.fromCharCode(code + 1)).join('x'),
  `"'\`\\"\\\\'\\u0000\\x00\\n; DROP TABLE ticket; -- %_?1:a@b$1`,
  '\ufeff\ufffe\uffff\ufffd\u{1fffe}\u{10ffff}\ue000',
  '\u00e9 e\u0301 \u212b \u00c5 \u0130 \u0131 ss \u00df',
  '👨‍👩‍👧‍👦\u202eabc\u202c\u2028\u0085',
  ' \t\r\n text \r\n\t ',
];

/** Fills every table of a SQLite server, with every kind of value. */
export async function filledServer(t: Pick<TestContext, 'after'>): Promise<Filled> {
  const server = await startServer(t, {
    env: { DATABASE_URL: `sqlite:${sqliteFile(t)}`, RATE_LIMITS: 'off' },
  });
  const games = [await aProject(server, 'Öffnung'), await aProject(server, "Robert'); --"), await aProject(server)];
  const [first = assert.fail(), second = assert.fail(), disabled = assert.fail()] = games;
  for (const name of ['one', 'other']) await server.store.serviceSecrets.createOnce(name, 'secret');
  assert.equal((await updateProject(server, first, { autoCloseDays: 0.1 })).status, 200);
  assert.equal((await updateProject(server, disabled, { status: 'disabled' })).status, 200);
  const [announced] = [await anAnnouncement(server, first, { title: HOSTILE[1], body: HOSTILE[0] })];
  await anAnnouncement(server, second, { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2027-01-01T00:00:00.000Z' });
  const told = await anAnnouncement(server, first, {
    texts: { de: { title: HOSTILE[1], body: HOSTILE[0] } },
    audience: { players: [HOSTILE[0]] },
    timeZone: 'Asia/Tokyo',
  });
  assert.equal((await team(server, 'POST', `/announcements/${told}/retract`)).status, 200);
  assert.equal(await server.store.announcements.setReached(told, '{"players":1,"precision":"exact","margin":0}'), true);

  const [member, viewer] = [await aMember(server), await aMember(server, 'viewer', { projectIds: [first.id] })];
  const provider = { oidc_issuer: 'https://login.example', oidc_subject: HOSTILE[1] ?? '', oidc_access_at: 1 };
  const unlinked = (await server.store.members.byId(member.id)) ?? assert.fail();
  await server.store.members.update({ ...unlinked, ...provider });
  for (const [index, { id }] of [member, viewer].entries()) {
    const session = aSession(`session at the provider ${index}`, id, 1, 2 ** 45);
    const { session_hash } = session;
    const times = { confirmed_at: 1, check_at: 2 ** 45, checking_until: 0 };
    await server.store.memberSessions.begin(session);
    const secrets =
      index === 0
        ? { provider_session: 'sid', refresh_token: 'sealed' }
        : { provider_session: null, refresh_token: null };
    await server.store.oidcSessions.begin({ session_hash, ...secrets, ...times });
    await server.store.oidcSessions.useLogout({ token_hash: `logout ${index}`, expires_at: 2 ** 45 }, 1);
  }
  await server.store.teamSettings.requireFactor(true);
  for (const [index, { id }] of [member, viewer].entries()) {
    const row = {
      passkey_id: newId('passkey', server.clock.now),
      member_id: id,
      counter: index,
      name: HOSTILE[index] ?? '',
      host: 'support.example',
    };
    const key = { credential_id: `credential ${index}`, public_key: 'key', transports: '[]' };
    await server.store.passkeys.insert({ ...row, ...key, created_at: 1, last_used_at: index === 0 ? null : 2 });
    await server.store.knownBrowsers.remember({ member_id: id, browser_hash: `browser ${index}`, expires_at: 2 ** 45 });
    await server.store.usedChallenges.use({ challenge_hash: `challenge ${index}`, expires_at: 2 ** 45 });
  }
  for (const role of ['agent', 'viewer']) {
    const invited = { email: `${role}@studio.example`, role };
    assert.equal((await team(server, 'POST', '/invitations', invited)).status, 201);
  }
  for (const projectId of [null, first.id]) {
    const macro = { name: `n${HOSTILE[1]}`, body: `b${HOSTILE[0]}`, projectId };
    assert.equal((await team(server, 'POST', '/macros', macro)).status, 201);
  }

  for (const [index, title] of [HOSTILE[1], HOSTILE[3]].entries()) {
    const { issueId } = await aLinkedTicket(server, first);
    const asked = await anAskedTicket(server, first);
    if (index === 0) assert.equal((await sayFixed(server, asked.player, asked.ticketId, true)).status, 200);
    const [subscriber, publicId] = [await aPlayer(server, first), await aPublicIssue(server, first)];
    assert.equal((await subscribe(server, subscriber, publicId)).status, 204);
    const told = { player_id: subscriber.id, known_issue_id: publicId };
    if (index === 0) assert.ok(await server.store.subscriptions.setTold(told, server.clock.now));
    const text = HOSTILE[0];
    const fields = {
      title,
      description: text,
      notes: { en: text, de: HOSTILE[2] },
      builds: [HOSTILE[3]],
      platforms: ['ios'],
    };
    const more = { links: [{ title, url: 'https://tracker.example/1' }], fixedInBuild: index === 0 ? null : '2.4.2' };
    assert.equal((await team(server, 'PATCH', `/known-issues/${issueId}`, { ...fields, ...more })).status, 200);
    await anAnswer(server, issueId, { message: text });
  }
  await answersAreSent(server);

  for (const locale of ['de', 'zh-Hant']) {
    const text = { title: HOSTILE[1], body: `b${HOSTILE[0]}` };
    const path = `/projects/${first.id}/notices/ticket-resolved/${locale}`;
    assert.equal((await team(server, 'PUT', path, text)).status, 200);
  }

  const players: Player[] = [];
  const keyed: Keyed[] = [];
  for (const [index, text] of HOSTILE.entries()) {
    server.clock.advance(1000);
    const player = await aPlayer(server, index % 2 === 0 ? first : second, {
      userId: text,
      context: { platform: text.slice(0, 30), locale: null },
    });
    players.push(player);
    const tickets: string[] = [];
    const file = await anAttachment(server, player, bytesOf(text), { type: 'text/plain', name: text });
    for (const status of ['open', 'pending', 'resolved', 'closed']) {
      const ticket = await aTicket(server, player, {
        subject: `s${text}`,
        message: `m${text}`,
        type: text.slice(0, 30),
        attachments: status === 'open' ? [file] : null,
      });
      assert.equal((await teamReply(server, ticket, `r${text}`)).status, 201);
      assert.equal((await teamNote(server, ticket, `n${text}`)).status, 201);
      assert.equal((await setStatus(server, ticket, status)).status, 200);
      if (status !== 'open') {
        const triage = { assigneeId: member.id, priority: 'urgent', tags: [index === 0 ? 'a' : 'b', `'"\\é`] };
        assert.equal((await team(server, 'PATCH', `/tickets/${ticket}`, triage)).status, 200);
      }
      tickets.push(ticket);
    }
    assert.equal((await mergeTicket(server, tickets[3] ?? '', tickets[2] ?? '')).status, 200);
    assert.equal((await playerReply(server, player, tickets[1] ?? '', text)).status, 200);
    const direct = await directMessage(server, player, { title: `t${text}`, body: `b${text}` });
    await directMessage(server, player);
    for (const id of index % 2 === 0 ? [direct, announced] : [direct]) {
      assert.equal((await markRead(server, player, id)).status, 200);
    }
    keyed.push(
      await createWithKey(server, player, `key-${index}`),
      await replyWithKey(server, player, tickets[0] ?? ''),
    );
  }
  await aPlayer(server, second);
  const settings = {
    mail: ['waiting'],
    webhook: ['new_ticket'],
    quietFrom: '22:00',
    quietTo: '07:00',
    digestAt: '08:00',
  };
  const webhook = { webhookFormat: 'standard', webhookAddress: 'https://93.184.216.34/hook', ...settings };
  assert.equal((await member.call('PATCH', '/account/notifications', webhook)).status, 200);
  assert.equal((await viewer.call('PATCH', '/account/notifications', { mail: ['reply'] })).status, 200);
  for (const { id: ticketId } of (await team(server, 'GET', '/tickets?view=attention&limit=2')).body.tickets) {
    const messageId = newId('message', server.clock.now);
    assert.equal((await member.call('PUT', `/tickets/${ticketId}/seen`, { messageId })).status, 204);
    const note = { message: 'Look.', mentions: [member.id] };
    assert.equal((await team(server, 'POST', `/tickets/${ticketId}/notes`, note)).status, 201);
  }
  for (const [one, projectId] of [
    [member, null],
    [viewer, first.id],
  ] as const) {
    const search = { name: 'Search', base: 'all', filter: '{"all":[]}', q: HOSTILE[4], projectId };
    assert.equal((await one.call('POST', '/views', search)).status, 201);
    const filter = JSON.stringify({ any: [{ field: 'tag', is: [HOSTILE[3]] }] });
    const view = { name: HOSTILE[0]?.slice(0, 60), base: 'all', filter, projectId };
    const { status, body, text } = await one.call(
      'POST',
      '/views',
      projectId === null ? { ...view, role: 'agent' } : view,
    );
    assert.equal(status, 201, text);
    assert.equal((await one.call('PUT', '/views/order', { viewIds: [body.id] })).status, 204);
  }
  for (const hour of [1, 2]) {
    const series = { project_id: first.id, build: HOSTILE[0] ?? '', platform: 'ios', hour };
    await server.store.radarPlayers.save({ ...series, node: 'n', players: 3, sketch: null });
    const spike = { type: 'bug', last_hour: hour, tickets: 9, players: 3, expected: 0.25, once_per_hours: 1e4 };
    await server.store.radarSpikes.note({ ...series, ...spike, found_at: server.clock.now }, hour);
  }
  await server.store.notificationSettings.failed({
    member_id: member.id,
    channel: 'webhook',
    last_error_at: server.clock.now,
    last_error: 'http-410',
    stopped_at: server.clock.now,
  });
  for (const finished_at of [null, server.clock.now]) {
    await server.store.deliveries.add({
      delivery_id: newId('delivery', server.clock.now),
      owner_id: member.id,
      channel: 'webhook',
      target: '93.184.216.34',
      payload: JSON.stringify({ items: [], digest: true }),
      attempts: 1,
      created_at: server.clock.now,
      due_at: server.clock.now,
      finished_at,
    });
  }
  const unused = { batch_id: null, batch_end: null, last_sent_at: null, failing_since: null, last_error: null };
  const used = { batch_id: 'dlv_1', batch_end: 'aud_1', last_sent_at: 2 ** 45, failing_since: 2 ** 45 } as const;
  for (const [name, state] of Object.entries({ unused, used: { ...used, last_error: 'http-503' as const } })) {
    await server.store.auditStreams.add({
      name,
      position: 'aud_0',
      attempts: 1,
      due_at: 0,
      leased_until: 2 ** 45,
      ...state,
    });
  }
  for (const text of HOSTILE.slice(0, 2)) {
    await updateProject(server, second, { stormMode: 'on' });
    await aTicket(server, await aPlayer(server, second), { message: `m${text}` });
  }
  for (const { id } of [first, second]) {
    await server.store.storms.notePeak({ project_id: id, day: 20_000, tickets: 30 });
  }
  for (const [at, text] of HOSTILE.slice(0, 3).entries()) {
    const label = { en: `l${text}` };
    const fields = [aField('device', { label }), aField('story', { kind: 'long_text', label, help: label })];
    const version = await aForm(server, first, { version: at, fields });
    const answers = { device: `a${text}`, story: `s${text}` };
    await anAnsweredTicket(server, await aPlayer(server, first), version, answers);
  }
  await setUpIdentity(server, first, { secret: SECRET, issuer: null });
  await setUpIdentity(server, second, { jwksUrl: 'https://studio.example/jwks.json', issuer: 'studio' });
  const keys = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await setUpIdentity(server, disabled, { publicKey: keys });
  for (const subject of [HOSTILE[1] ?? '', 'account']) {
    const one = await aPlayer(server, first);
    await aTicket(server, one);
    // The keyed request is the installation's. The account's token repeats it.
    const sent = await createWithKey(server, one, `of-${subject.length}`);
    const token = await identityToken(subject, server.clock.now, { iss: undefined });
    const account = afterLink(one, await link(server, one, token));
    keyed.push({ ...sent, token: account.token });
    players.push(account);
  }
  const giver = await aPlayer(server, second);
  for (const isUsed of [true, false]) {
    const { body } = await server.call('POST', '/api/v1/player/support-code', { token: giver.token });
    if (!isUsed) continue;
    const { token } = await aPlayer(server, second);
    const use = await server.call('POST', '/api/v1/player/support-code/use', { token, body: { code: body.code } });
    assert.equal(use.status, 200, use.text);
  }
  const [blocked = assert.fail()] = players;
  assert.equal((await block(server, blocked)).status, 200);
  const { row } = newApiKey('old', server.clock.now);
  await server.store.apiKeys.insert(row);
  assert.ok(await server.store.apiKeys.revoke(row.api_key_id, server.clock.now));
  return { server, players, keyed };
}

async function createWithKey(server: Api, player: Player, key: string): Promise<Keyed> {
  const body = { projectPublicKey: player.project.publicKey, type: 'bug', subject: key, message: 'Once.' };
  const reply = await createTicket(server, player, body, { headers: { 'idempotency-key': key } });
  assert.equal(reply.status, 201, reply.text);
  return { path: '/api/v1/tickets', token: player.token, body, key, status: 201, answer: reply.text };
}

async function replyWithKey(server: Api, player: Player, ticket: string): Promise<Keyed> {
  const request = { path: `/api/v1/tickets/${ticket}/messages`, token: player.token, body: { message: 'Once.' } };
  const key = `key-of-${ticket}`;
  const reply = await sendKeyed(server, { ...request, key });
  assert.equal(reply.status, 200, reply.text);
  return { ...request, key, status: 200, answer: reply.text };
}

export function sendKeyed(server: Api, { path, token, body, key }: Omit<Keyed, 'status' | 'answer'>) {
  return server.call('POST', path, { token, body, headers: { 'idempotency-key': key } });
}

/** Reports only the first difference: all are too long to read. */
export function assertShown(actual: readonly string[], expected: readonly string[]): void {
  assert.equal(actual.length, expected.length);
  for (const [index, text] of actual.entries()) assert.equal(text, expected[index]);
}

/** Reads everything as players and the team see it. */
export async function everythingShown(server: Api, { players }: Filled): Promise<string[]> {
  const shown: string[] = [];
  async function show(method: string, path: string, token: string) {
    const { status, headers, text } = await server.call(method, path, { token });
    assert.equal(status, 200, text);
    shown.push(`${path} ${headers.get('etag')} ${text}`);
    return JSON.parse(text);
  }
  for (const player of players) {
    // The delay until the next poll is random.
    shown.push(JSON.stringify((await poll(server, player)).body.messages));
    const { tickets } = await show(
      'GET',
      `/api/v1/player/tickets?projectPublicKey=${player.project.publicKey}`,
      player.token,
    );
    for (const { id } of tickets) {
      await show('GET', `/api/v1/tickets/${id}`, player.token);
      const { mergedTickets } = await show('GET', `/api/v1/team/tickets/${id}`, server.teamKey);
      // The list lacks them.
      for (const { ticketId } of mergedTickets) {
        await show('GET', `/api/v1/tickets/${ticketId}`, player.token);
        await show('GET', `/api/v1/team/tickets/${ticketId}`, server.teamKey);
      }
    }
    await show('GET', `/api/v1/team/players/${player.id}`, server.teamKey);
  }
  for (const path of [
    'projects',
    'announcements',
    'macros',
    'known-issues',
    'tickets?view=all',
    'tickets?view=attention',
  ]) {
    shown.push((await team(server, 'GET', `/${path}`)).text);
  }
  return shown;
}
