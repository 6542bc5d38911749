import assert from 'node:assert/strict';
import { playersOf } from '../judge.ts';
import { firstOnes, isIdentify, isWrite, type Scenario } from '../scenario.ts';

/** The length of 128 random bits in Base64. */
const MIN_INSTALLATION_LENGTH = 22;

export const IDENTITY: readonly Scenario[] = [
  {
    name: 'one installation is one player: over messages at the same time, and restarts',
    rule: 'identify',
    async run(world) {
      const device = await world.started();
      for (let number = 0; number < 8; number++) device.create(`Ticket ${number}`);
      await device.drain();
      await device.kill();
      await device.start();
      await device.sent(device.create('After the kill'));
      const ids = new Set(world.proxy.exchanges.filter(isIdentify).map(({ body }) => String(body?.installationId)));
      assert.equal(ids.size, 1, 'one installation id');
      assert.ok(
        [...ids].every(({ length }) => length >= MIN_INSTALLATION_LENGTH),
        'an installation id is random',
      );
      await world.endsWell(device);
    },
  },
  {
    name: 'calls at the same time share one identify',
    rule: 'identify',
    async run(world) {
      world.faults = (exchange) => (isIdentify(exchange) ? 'slow' : 'none');
      const device = await world.started();
      for (let number = 0; number < 8; number++) device.create(`Ticket ${number}`);
      await device.drain();
      assert.equal(world.proxy.exchanges.filter(isIdentify).length, 1);
      await world.endsWell(device);
    },
  },
  {
    name: 'a kill during the first identify does not make a second player',
    rule: 'identify',
    async run(world) {
      world.faults = (exchange) => (isIdentify(exchange) ? 'lost response' : 'none');
      const device = await world.started();
      await device.until(() => playersOf(world.proxy.exchanges).size === 1, 'an identify');
      await device.kill();
      await device.start();
      await world.endsWell(device);
    },
  },
  {
    name: 'another process replaces the token again and again',
    rule: 'identify',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('The ticket');
      await device.sent(ticket);
      for (let round = 0; round < 4; round++) {
        await world.rotateToken();
        await device.sent(device.reply(ticket, `Reply ${round}`));
      }
      await world.endsWell(device);
    },
  },
  {
    name: 'the project is disabled for a while: what was written waits',
    rule: 'final',
    async run(world) {
      world.faults = firstOnes(3, isIdentify, 'no project');
      const device = await world.started();
      const ticket = device.create('The project comes back');
      await device.sent(ticket);
      assert.equal(ticket.failed, undefined, 'failed');
      assert.equal(world.proxy.count['no project'], 3);
      await world.endsWell(device);
    },
  },
  {
    name: 'the token is in the header Authorization only, and the installation id in identify only',
    rule: 'identify',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('Where is the token?');
      await device.sent(ticket);
      await device.ask({ command: 'list' });
      await device.ask({ command: 'get', ticketId: ticket.ticketId ?? '' });
      const { body, response } = world.proxy.exchanges.find(isIdentify) ?? {};
      const secrets = [String(body?.installationId), String(response?.body?.playerAccessToken)];
      for (const exchange of world.proxy.exchanges) {
        const { authorization: _authorization, ...headers } = exchange.headers;
        const text = JSON.stringify([exchange.url, headers, isIdentify(exchange) ? {} : exchange.body]);
        assert.ok(!secrets.some((secret) => text.includes(secret)), `a secret is in ${text}`);
      }
      await world.endsWell(device);
    },
  },
  {
    name: 'a second user of the device is another player, and never sends or sees texts of the first',
    rule: 'users',
    needs: ['users'],
    async run(world) {
      const device = await world.started({ userId: 'user-a' });
      const ticket = device.create('A ticket of the first user');
      await device.sent(ticket);
      world.faults = (exchange) => (isWrite(exchange) ? 'lost request' : 'none');
      const pending = device.reply(ticket, 'Written by the first user, not sent yet');
      await device.stored(pending);
      await device.setUser('user-b');
      world.faults = () => 'none';
      const other = device.create('A ticket of the second user');
      await device.sent(other);
      const seen = (await device.ask({ command: 'list' })) as { id: string }[];
      assert.deepEqual(
        seen.map(({ id }) => id),
        [other.ticketId],
        'the second user sees other tickets',
      );
      const texts = (await device.entries()).map(({ message }) => message);
      assert.ok(!texts.includes(pending.message), "the first user's texts are listed for the second one");
      assert.equal(pending.ticketId, undefined, 'sent for the second user');
      await device.setUser('user-a');
      await device.sent(pending);
      await world.endsWell(device);
    },
  },
  {
    name: 'a user who signs out at once keeps the player, and the next texts are not of this user',
    rule: 'users',
    needs: ['users'],
    async run(world) {
      const device = await world.started({ userId: 'user-a' });
      await device.setUser(undefined);
      await device.kill();
      await device.start();
      await device.sent(device.create('Written after the sign-out'));
      await device.setUser('user-a');
      await device.sent(device.create('Written by the user'));
      await world.endsWell(device);
    },
  },
  {
    name: 'the first user to sign in takes over what the player without a user wrote',
    rule: 'users',
    needs: ['users'],
    async run(world) {
      const device = await world.started();
      const ticket = device.create('Written before the sign-in');
      await device.sent(ticket);
      await device.setUser('user-a');
      await device.sent(device.reply(ticket, 'Written after the sign-in'));
      await device.setUser(undefined);
      await device.sent(device.create('Written after the sign-out'));
      await world.endsWell(device);
    },
  },
];
