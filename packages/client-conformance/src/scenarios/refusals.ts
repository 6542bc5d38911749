import assert from 'node:assert/strict';
import type { Device, Written } from '../device.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

/** Another try has the same result. */
const MAX_TRIES = 2;

async function team(world: World, method: string, path: string, body: unknown): Promise<void> {
  const { api } = world.run;
  const { status, text } = await api.call(method, `/api/v1/team${path}`, { token: api.teamKey, body });
  assert.ok(status < 300, text);
}

/** The message fails with this slug, and nothing else suffers. */
async function refused(world: World, device: Device, written: Written, slug: string): Promise<void> {
  await device.sent(written);
  assert.deepEqual([written.ticketId, written.failed], [undefined, slug]);
  assert.ok(world.requestsWith(written).length <= MAX_TRIES, 'sent again and again');
  const entry = (await device.entries()).find(({ message }) => message === written.message);
  // Drivers without files do not report missing ones.
  assert.deepEqual({ missing: [], ...entry }, { message: written.message, state: 'failed', slug, missing: [] });
}

async function ticketIn(device: Device, message = 'A ticket'): Promise<Written> {
  const ticket = device.create(message);
  await device.sent(ticket);
  return ticket;
}

/** The newest identify may be without a response yet. */
const playerOf = (world: World) =>
  world.requests('/player/identify').findLast(({ response }) => response?.body?.playerId)?.response?.body?.playerId;
const failedOnes = (written: Written) => written.failed !== undefined;

export const REFUSALS: readonly Scenario[] = [
  {
    name: '400: an empty reply fails, and the ones before and after it arrive',
    rule: 'final',
    async run(world) {
      const device = await world.started();
      const ticket = await ticketIn(device);
      device.reply(ticket, 'Before');
      const empty = device.reply(ticket, ' ');
      device.reply(ticket, 'After');
      await refused(world, device, empty, 'validation');
      await world.endsWell(device, (written) => written === empty);
    },
  },
  {
    name: '404: a reply in a ticket that the player does not have fails',
    rule: 'final',
    async run(world) {
      const device = await world.started();
      const ticket = await ticketIn(device);
      const id = ticket.ticketId ?? '';
      ticket.ticketId = `${id.slice(0, -3)}000`;
      const stray = device.reply(ticket, 'To nobody');
      ticket.ticketId = id;
      await refused(world, device, stray, 'not-found');
      await world.endsWell(device, (written) => written === stray);
    },
  },
  {
    name: '409: a reply in a closed ticket fails, and a new ticket is sent',
    rule: 'final',
    async run(world) {
      const device = await world.started();
      const ticket = await ticketIn(device);
      await team(world, 'PATCH', `/tickets/${ticket.ticketId}`, { status: 'closed' });
      const late = device.reply(ticket, 'Too late');
      await refused(world, device, late, 'ticket-closed');
      await ticketIn(device, 'A new ticket');
      await world.endsWell(device, (written) => written === late);
    },
  },
  {
    name: '409: the eleventh open ticket fails, and the others are sent',
    rule: 'final',
    async run(world) {
      const device = await world.started();
      const tickets = Array.from({ length: 10 }, (_none, index) => device.create(`Ticket ${index}`));
      await device.drain();
      const surplus = device.create('One too many');
      await refused(world, device, surplus, 'open-ticket-limit');
      assert.ok(
        tickets.every(({ ticketId }) => ticketId !== undefined),
        'the others are sent',
      );
      await world.endsWell(device, (written) => written === surplus);
    },
  },
  {
    name: '409: a blocked player cannot write, and can again afterwards',
    rule: 'final',
    async run(world) {
      const device = await world.started();
      const ticket = await ticketIn(device);
      await team(world, 'PATCH', `/players/${playerOf(world)}`, { blocked: true });
      const reply = device.reply(ticket, 'A reply of a blocked player');
      const creation = device.create('A ticket of a blocked player');
      await refused(world, device, reply, 'player-blocked');
      await refused(world, device, creation, 'player-blocked');
      await team(world, 'PATCH', `/players/${playerOf(world)}`, { blocked: false });
      await device.sent(device.reply(ticket, 'Not blocked any more'));
      await world.endsWell(device, failedOnes);
    },
  },
  {
    name: 'what failed stays, however much is sent afterwards, and after a restart',
    rule: 'final',
    async run(world) {
      const device = await world.started();
      const ticket = await ticketIn(device);
      const failed = device.reply(ticket, ' ');
      await refused(world, device, failed, 'validation');
      for (let number = 0; number < 25; number++) device.reply(ticket, `Reply ${number}`);
      await device.drain();
      await refused(world, device, failed, 'validation');
      await device.kill();
      await device.start();
      await refused(world, device, failed, 'validation');
      await world.endsWell(device, (written) => written === failed);
    },
  },
  {
    name: 'what failed is sent by a retry, once, and is gone after a discard',
    rule: 'final',
    needs: ['retry'],
    async run(world) {
      const device = await world.started();
      const ticket = await ticketIn(device);
      await team(world, 'PATCH', `/players/${playerOf(world)}`, { blocked: true });
      const retried = device.reply(ticket, 'Sent by a retry');
      const discarded = device.reply(ticket, 'Discarded');
      await device.sent(retried);
      await device.sent(discarded);
      await team(world, 'PATCH', `/players/${playerOf(world)}`, { blocked: false });
      await device.ask({ command: 'discard', message: discarded.message });
      delete retried.failed;
      await device.ask({ command: 'retry', message: retried.message });
      await device.sent(retried);
      assert.equal(retried.failed, undefined, 'the retry failed');
      const messages = (await device.entries()).map(({ message }) => message);
      assert.ok(!messages.includes(discarded.message), 'the discarded message is still there');
      await world.endsWell(device, (written) => written === discarded);
    },
  },
];
