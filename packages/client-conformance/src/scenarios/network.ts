import assert from 'node:assert/strict';
import { CommandFailed } from '../driver-process.ts';
import type { Fault } from '../fault-proxy.ts';
import { FOREIGN, FOREIGN_RESPONSES } from '../foreign-responses.ts';
import type { RuleName } from '../rules.ts';
import { firstOnes, isCreate, isIdentify, isReply, type Scenario } from '../scenario.ts';

/** Then a client must send the same request again. */
const RETRIED: readonly Fault[] = [
  'lost request',
  'lost response',
  'cut response',
  'late request',
  'twice',
  '429',
  '500',
  '500 afterwards',
  '503',
  'expired token',
  'redirect',
  ...FOREIGN,
];

const TIMES = 2;

/** The first response was lost, or came twice. */
const REPEATED: readonly Fault[] = ['lost response', 'cut response', 'late request', 'twice', '500 afterwards'];

function ruleOf(fault: Fault): RuleName {
  if (fault === 'redirect') return 'redirect';
  if (fault === 'expired token') return 'identify';
  if (fault in FOREIGN_RESPONSES) return 'response';
  return REPEATED.includes(fault) ? 'key' : 'pause';
}

const retried = (fault: Fault): Scenario => ({
  name: `${fault}: an identify, a ticket and a reply arrive all the same, exactly once`,
  rule: ruleOf(fault),
  async run(world) {
    const faults = [isIdentify, isCreate, isReply]
      .filter((matches) => fault !== 'expired token' || matches !== isIdentify)
      .map((matches) => firstOnes(TIMES, matches, fault));
    world.faults = (exchange) => faults.map((next) => next(exchange)).find((next) => next !== 'none') ?? 'none';
    const device = await world.started();
    const ticket = device.create('The first message');
    await device.sent(ticket);
    const reply = device.reply(ticket, 'The reply');
    await device.sent(reply);
    assert.deepEqual([ticket.failed, reply.failed], [undefined, undefined], 'failed');
    // Otherwise the fault did not happen. A client may finish with the answer of a delivery.
    assert.ok(world.proxy.count[fault] >= TIMES, `only ${world.proxy.count[fault]} requests met the fault`);
    await world.endsWell(device);
  },
});

const readAnyway = (fault: Fault): Scenario => ({
  name: `${fault}: it is no list of tickets, no ticket and no inbox`,
  rule: 'response',
  async run(world) {
    const device = await world.started();
    const ticket = device.create('A ticket');
    await device.sent(ticket);
    world.faults = () => fault;
    for (const command of [
      { command: 'list' },
      { command: 'get', ticketId: ticket.ticketId ?? '' },
      { command: 'inbox' },
    ] as const) {
      const result = await device.ask(command).catch((error) => error);
      assert.ok(result instanceof CommandFailed, `${command.command} gave ${JSON.stringify(result)}`);
    }
    world.faults = () => 'none';
    const tickets = (await device.ask({ command: 'list' })) as { id: string }[];
    assert.deepEqual(
      tickets.map(({ id }) => id),
      [ticket.ticketId],
    );
    await world.endsWell(device);
  },
});

export const NETWORK: readonly Scenario[] = [
  ...RETRIED.map(retried),
  ...FOREIGN.map(readAnyway),
  {
    name: 'a redirect to another host gets neither the token nor the text',
    rule: 'redirect',
    async run(world) {
      world.faults = ({ url }) => (url.endsWith('/identify') ? 'none' : 'redirect');
      const device = await world.started();
      const ticket = device.create('A secret of the player');
      // A following poll has no text. It must not end the wait.
      const isFollowed = () => world.elsewhere.requests.some(({ text }) => text !== '');
      await device.until(() => isFollowed() || world.requestsWith(ticket).length >= TIMES, 'two tries');
      assert.equal(ticket.ticketId, undefined, 'the answer of the other host was believed');
      await world.endsWell(device);
    },
  },
  {
    name: 'without a network for a while, what was written is sent afterwards',
    rule: 'pause',
    async run(world) {
      world.faults = () => 'lost request';
      const device = await world.started();
      const ticket = device.create('Written offline');
      await device.until(() => world.proxy.exchanges.length >= TIMES, 'two tries');
      assert.deepEqual([ticket.ticketId, ticket.failed], [undefined, undefined]);
      await world.endsWell(device);
      assert.notEqual(ticket.ticketId, undefined, 'sent');
    },
  },
  {
    name: 'many messages at once arrive in order over a bad network',
    rule: 'order',
    needs: ['replyBeforeSent'],
    async run(world) {
      const faults: readonly Fault[] = ['late request', 'lost response', 'none', '500 afterwards', 'twice', 'slow'];
      let next = 0;
      world.faults = () => faults[next++ % faults.length] ?? 'none';
      const device = await world.started();
      const ticket = device.create('The beginning');
      await device.stored(ticket);
      for (let number = 1; number <= 20; number++) device.reply(ticket, `Number ${number}`);
      await device.drain();
      await world.endsWell(device);
    },
  },
];
