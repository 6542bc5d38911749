import assert from 'node:assert/strict';
import type { Device, Written } from '../device.ts';
import { firstOnes, isPoll, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

async function teamReply(world: World, { ticketId }: Written, message: string): Promise<void> {
  const { api } = world.run;
  const path = `/api/v1/team/tickets/${ticketId}/replies`;
  const { status, text } = await api.call('POST', path, { token: api.teamKey, body: { message } });
  assert.equal(status, 201, text);
}

const timesTold = ({ ledger }: Device, text: string) =>
  [...ledger.told.values()].filter(({ body }) => body === text).reduce((sum, { times }) => sum + times, 0);

const told = (device: Device, text: string) => device.until(() => timesTold(device, text) > 0, `told: ${text}`);

async function polls(world: World, device: Device, count: number): Promise<void> {
  const before = world.proxy.exchanges.length;
  const ended = () => world.proxy.exchanges.slice(before).filter((one) => isPoll(one) && one.endedAt !== undefined);
  await device.until(() => ended().length >= count, `${count} polls`);
}

export const INBOX: readonly Scenario[] = [
  {
    name: 'each inbox message is told once, also over a restart and a kill',
    rule: 'inbox',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('A question');
      await device.sent(ticket);
      await teamReply(world, ticket, 'First reply');
      await teamReply(world, ticket, 'Second reply');
      await told(device, 'First reply');
      await told(device, 'Second reply');
      await device.stop();
      await device.start();
      await polls(world, device, 2);
      await device.kill();
      await device.start();
      await teamReply(world, ticket, 'Third reply');
      await told(device, 'Third reply');
      await polls(world, device, 2);
      for (const text of ['First reply', 'Second reply', 'Third reply']) {
        assert.equal(timesTold(device, text), 1, `told: ${text}`);
      }
      await world.endsWell(device);
    },
  },
  {
    name: 'an inbox message is told after polls that failed, or got foreign answers',
    rule: 'inbox',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('A question');
      await device.sent(ticket);
      for (const fault of [
        'cut response',
        'JSON 200',
        'login page 200',
        'empty 204',
        'lost response',
        'uncalled 304',
      ] as const) {
        world.faults = firstOnes(2, isPoll, fault);
        await teamReply(world, ticket, `Reply during ${fault}`);
        await told(device, `Reply during ${fault}`);
      }
      await world.endsWell(device);
    },
  },
  {
    name: 'a message that was read stays read',
    rule: 'inbox',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('A question');
      await device.sent(ticket);
      await teamReply(world, ticket, 'A reply');
      await told(device, 'A reply');
      await device.until(() => device.ledger.unread === 1, 'one unread message');
      const [message] = await device.inbox();
      assert.deepEqual([message?.body, message?.read], ['A reply', false]);
      await device.ask({ command: 'markRead', messageId: message?.id ?? '' });
      await device.until(() => device.ledger.unread === 0, 'no unread message');
      assert.equal((await device.inbox())[0]?.read, true);
      await device.kill();
      await device.start();
      await polls(world, device, 2);
      assert.equal(device.ledger.unread, 0);
      await world.endsWell(device);
    },
  },
  {
    name: 'a ticket has the replies of the team, in order',
    rule: 'inbox',
    async run(world) {
      const device = await world.started();
      const ticket = device.create('A question');
      await device.sent(ticket);
      await teamReply(world, ticket, 'A reply');
      await device.sent(device.reply(ticket, 'Thank you'));
      const { messages } = (await device.ask({ command: 'get', ticketId: ticket.ticketId ?? '' })) as {
        messages: { authorType: string; message: string }[];
      };
      const seen = messages.map(({ authorType, message }) => [authorType, message]);
      assert.deepEqual(seen, [
        ['player', 'A question'],
        ['admin', 'A reply'],
        ['player', 'Thank you'],
      ]);
      await world.endsWell(device);
    },
  },
];
