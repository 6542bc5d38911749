import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  directMessage,
  getTicket,
  identify,
  listTickets,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  team,
  teamReply,
  unlimited,
} from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { fileAfter as t } from '../helpers/cleanup.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { identityToken, link, setUpIdentity, unlink } from '../helpers/identity.ts';
import { type Node, startNodes, times } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

const ROUNDS = rounds(10);

const nodes = await startNodes(t, 2, await postgresSchema(t));

/** Requests to `node(0)` and `node(1)` share only the database. */
function node(index: number): Node {
  const chosen = nodes[index % nodes.length];
  if (chosen === undefined) throw new Error('no nodes');
  return chosen;
}

const project = await aProject(node(0));
await unlimited(node(0), project);
await setUpIdentity(node(0), project);

const token = (subject: string) => identityToken(subject, Date.now());

/** Identifies the installation again. */
async function identified(player: Player, index: number): Promise<Player> {
  const { status, body, text } = await identify(node(index), project, { installationId: player.installationId });
  assert.equal(status, 200, text);
  return { ...player, id: body.playerId, token: body.playerAccessToken };
}

async function textsOf(player: Player, index: number): Promise<string[]> {
  const { tickets } = (await listTickets(node(index), player)).body;
  const texts: string[] = [];
  for (const { id } of tickets as { id: string }[]) {
    const { status, body, text } = await getTicket(node(index + 1), player, id);
    assert.equal(status, 200, text);
    texts.push(...body.messages.map(({ message }: { message: string }) => message));
  }
  return texts.sort();
}

async function inboxOf(player: Player, index: number): Promise<string[]> {
  const { body } = await poll(node(index), player);
  return body.messages.map((one: { body: string }) => one.body).sort();
}

async function assertOpenTickets(player: Player): Promise<void> {
  const { tickets } = (await listTickets(node(0), player)).body;
  const open = tickets.filter(({ status }: { status: string }) => status !== 'closed');
  assert.equal((await seenPlayer(node(1), player.id)).openTickets, open.length);
}

/** Repeats with the current token until it is no 401, as a client does. */
async function untilAccepted(
  player: Player,
  index: number,
  request: (player: Player) => Promise<Reply>,
): Promise<Reply> {
  let reply = await request(player);
  for (let tries = 0; reply.status === 401 && tries < 10; tries++) {
    reply = await request(await identified(player, index));
  }
  return reply;
}

test('two devices link at once, while the team and the players write: nothing is lost or shown to others', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const subject = `account-${round}`;
    const [one, two, other] = [
      await aPlayer(node(0), project),
      await aPlayer(node(1), project),
      await aPlayer(node(0), project),
    ];
    const tickets = [await aTicket(node(0), one, { message: 'one' }), await aTicket(node(1), two, { message: 'two' })];
    const [first = '', second = ''] = tickets;
    const tokens = [await token(subject), await token(subject), await token(`other-${round}`)];
    const headers = (key: string) => ({ headers: { 'idempotency-key': key } });
    const [linkOne, linkTwo, ...written] = await Promise.all([
      link(node(0), one, tokens[0] ?? ''),
      link(node(1), two, tokens[1] ?? ''),
      teamReply(node(1), first, 'team to one'),
      teamReply(node(0), second, 'team to two'),
      untilAccepted(one, 1, (player) => playerReply(node(1), player, first, 'one replies')),
      untilAccepted(two, 0, (player) => createTicket(node(0), player, { message: 'two creates' }, headers('a'))),
      directMessage(node(0), two, { body: 'direct to two' }).then((id) => ({ status: 201, text: id })),
      link(node(1), other, tokens[2] ?? ''),
    ]);
    // A device that identified itself again has another token.
    for (const [reply, player] of [
      [linkOne, one],
      [linkTwo, two],
    ] as const) {
      if (reply.status === 200) continue;
      assert.equal(reply.status, 401, reply.text);
      assert.equal((await link(node(0), await identified(player, 0), await token(subject))).status, 200);
    }
    for (const { status, text } of written) assert.ok(status === 200 || status === 201, `${status} ${text}`);
    const [a, b, c] = [await identified(one, 1), await identified(two, 0), await identified(other, 1)];
    assert.equal(a.id, b.id, `round ${round}`);
    const expected = ['one', 'one replies', 'team to one', 'team to two', 'two', 'two creates'];
    for (const player of [a, b]) {
      assert.deepEqual(await textsOf(player, round), expected, `round ${round}`);
      assert.deepEqual(await inboxOf(player, round), ['direct to two', 'team to one', 'team to two']);
    }
    assert.deepEqual([await textsOf(c, round), await inboxOf(c, round)], [[], []]);
    await assertOpenTickets(a);
  }
});

test('a device links and unlinks while it writes and the team answers: each text is with one player', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const device = await aPlayer(node(round), project);
    const ticketId = await aTicket(node(round), device, { message: 'before' });
    const subject = `moving-${round}`;
    const linking = await link(node(round), device, await token(subject));
    const linked = { ...device, id: linking.body.playerId, token: linking.body.playerAccessToken };
    const [unlinked, replied, created, answered] = await Promise.all([
      unlink(node(round), linked),
      playerReply(node(round + 1), linked, ticketId, 'a reply'),
      createTicket(node(round + 1), linked, { message: 'a ticket' }),
      teamReply(node(round), ticketId, 'an answer'),
    ]);
    assert.equal(unlinked.status, 200, unlinked.text);
    assert.equal(answered.status, 201, answered.text);
    for (const { status, text } of [replied, created]) assert.ok([200, 201, 401].includes(status), text);
    const alone = await identified(device, round);
    assert.equal(alone.id, device.id);
    assert.deepEqual([await textsOf(alone, round), await inboxOf(alone, round)], [[], []], `round ${round}`);
    const again = await link(node(round), await aPlayer(node(round), project), await token(subject));
    const account = { ...device, id: again.body.playerId, token: again.body.playerAccessToken };
    const sent = ['an answer', 'before'];
    if (replied.status === 200) sent.push('a reply');
    if (created.status === 201) sent.push('a ticket');
    assert.deepEqual(await textsOf(account, round), sent.sort(), `round ${round}`);
    await assertOpenTickets(account);
    await assertOpenTickets(alone);
  }
});

test('one identity token on many devices at once: exactly one is linked', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const devices = await Promise.all(times(6, (index) => aPlayer(node(index), project)));
    const shared = await token(`once-${round}`);
    const replies = await Promise.all(devices.map((device, index) => link(node(index), device, shared)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 403, 403, 403, 403, 403], `round ${round}`);
  }
});

test('an admin undoes a link while the account writes in a ticket: the device does not see it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [device, own] = [await aPlayer(node(0), project), await aPlayer(node(1), project)];
    const tickets = [
      await aTicket(node(0), device, { message: 'kept' }),
      await aTicket(node(0), device, { message: 'written' }),
    ];
    await link(node(0), device, await token(`wrong-${round}`));
    const linking = await link(node(1), own, await token(`wrong-${round}`));
    const account = { ...own, id: linking.body.playerId, token: linking.body.playerAccessToken };
    const [ended, replied] = await Promise.all([
      team(node(0), 'DELETE', `/players/${account.id}/links/${device.id}?returnTickets=true`),
      playerReply(node(1), account, tickets[1] ?? '', 'of the account'),
    ]);
    assert.equal(ended.status, 200, ended.text);
    const alone = await identified(device, round);
    const isReturned = ended.body.tickets === 2;
    assert.ok(isReturned ? replied.status === 404 : replied.status === 200, `${replied.status} ${ended.text}`);
    assert.deepEqual(await textsOf(alone, round), isReturned ? ['kept', 'written'] : ['kept'], `round ${round}`);
    assert.deepEqual(await textsOf(account, round), isReturned ? [] : ['of the account', 'written']);
    await assertOpenTickets(account);
    await assertOpenTickets(alone);
  }
});

test('one support code on several devices at once: one gets the tickets', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const old = await aPlayer(node(round), project);
    await aTicket(node(round), old, { message: 'moves' });
    const { code } = (await node(round).call('POST', '/api/v1/player/support-code', { token: old.token })).body;
    const devices = await Promise.all(times(4, (index) => aPlayer(node(index), project)));
    const use = ({ token }: Player, index: number) =>
      node(index).call('POST', '/api/v1/player/support-code/use', { token, body: { code } });
    const [replies, written] = await Promise.all([
      Promise.all(devices.map(use)),
      createTicket(node(round + 1), old, { message: 'at the same time' }),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409], `round ${round}`);
    assert.equal(written.status, 201);
    const all: string[] = [];
    for (const device of [old, ...devices]) all.push(...(await textsOf(device, round)));
    assert.deepEqual(all.sort(), ['at the same time', 'moves']);
    for (const device of [old, ...devices]) await assertOpenTickets(device);
  }
});
