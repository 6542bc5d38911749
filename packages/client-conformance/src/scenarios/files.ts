import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Device, Written } from '../device.ts';
import type { Fault } from '../fault-proxy.ts';
import { aFile } from '../files.ts';
import { FOREIGN } from '../foreign-responses.ts';
import { firstOnes, isWrite, type Scenario } from '../scenario.ts';
import { asksForOffset, beginsParts, isPart, isUpload } from '../uploads.ts';
import type { World } from '../world.ts';

/** Then a client must send a file again. */
const RETRIED: readonly Fault[] = [
  'lost request',
  'cut request',
  'lost response',
  'cut response',
  'late request',
  'twice',
  '429',
  '500',
  '503',
  'expired token',
  'redirect',
  ...FOREIGN,
];
const TIMES = 2;
const IN_TWO_PARTS = 300_000;
/** Processes wait for each other by the clock. */
const SHARED = { shared: true, speed: 1 };

const uploadsOf = (world: World, name: string) => world.proxy.exchanges.filter(({ fileName }) => fileName === name);

const retried = (fault: Fault): Scenario => ({
  name: `${fault}: files of a ticket and a reply arrive all the same`,
  rule: 'files',
  needs: ['files'],
  async run(world) {
    world.faults = firstOnes(TIMES, isUpload, fault);
    const device = await world.started();
    const ticket = device.create('With a file', undefined, [aFile('one.log')]);
    await device.sent(ticket);
    const faults = [
      firstOnes(TIMES, (exchange) => exchange.fileName === 'two.log', fault),
      ...[beginsParts, isPart, asksForOffset].map((matches) => firstOnes(1, matches, fault)),
      firstOnes(1, isWrite, 'lost response'),
    ];
    world.faults = (exchange) => faults.map((next) => next(exchange)).find((next) => next !== 'none') ?? 'none';
    const files = [aFile('two.log'), aFile('three.bin', { size: IN_TWO_PARTS, isText: false })];
    await device.sent(device.reply(ticket, 'With two', files));
    assert.ok(world.proxy.count[fault] >= TIMES, `only ${world.proxy.count[fault]} requests met the fault`);
    const met = world.proxy.exchanges.filter((exchange) => exchange.fault === fault);
    if (world.has('fileParts')) assert.ok(met.some(beginsParts) && met.some(isPart), 'no part met the fault');
    await world.endsWell(device);
    assert.deepEqual(missing(device), [], 'missing files');
  },
});

const missing = (device: Device) =>
  device.ledger.written.flatMap(({ files }) => files).flatMap(({ missing = [] }) => missing);

/** The message arrives, and the client names the missing file. */
const refused = (fault: '413' | '415'): Scenario => ({
  name: `${fault}: a refused file is told, and its message arrives with the other files`,
  rule: 'files',
  needs: ['files'],
  async run(world) {
    world.faults = (exchange) => (exchange.fileName === 'refused.log' ? fault : 'none');
    const device = await world.started();
    const files = ['before.log', 'refused.log', 'after.log'].map((name) => aFile(name));
    const ticket = device.create('With a refused file', undefined, files);
    await device.sent(ticket);
    assert.equal(ticket.failed, undefined, 'failed');
    await device.sent(device.reply(ticket, 'Afterwards'));
    assert.equal(uploadsOf(world, 'refused.log').length, 1, 'the refused file was sent again');
    await world.endsWell(device);
    const told = ticket.files.map(({ missing }) => missing !== undefined);
    assert.deepEqual(told, [false, true, false], 'told as missing');
  },
});

async function isSentOnce(world: World, device: Device, { files }: Written, name: string): Promise<void> {
  await world.endsWell(device);
  assert.deepEqual(missing(device), [], 'missing files');
  const confirmed = uploadsOf(world, name).filter(({ status }) => status === 201);
  assert.equal(confirmed.length, 1, `of ${files.length} files, ${name} was uploaded again`);
}

export const FILES: readonly Scenario[] = [
  ...RETRIED.map(retried),
  refused('413'),
  refused('415'),
  {
    name: 'files that were told as stored survive a kill before their upload',
    rule: 'files',
    needs: ['files'],
    async run(world) {
      world.faults = () => 'lost request';
      const device = await world.started();
      const files = [aFile('one.log'), aFile('large.bin', { size: 1_000_000, isText: false })];
      const ticket = device.create('Before the kill', undefined, files);
      await device.until(() => ticket.files.every(({ isStored }) => isStored), 'files stored');
      await device.stored(ticket);
      await device.kill();
      await device.start();
      await device.kill();
      await world.endsWell(device);
      assert.deepEqual(missing(device), [], 'missing files');
    },
  },
  {
    name: 'a kill between the uploads: the files arrive, and what was uploaded is not sent again',
    rule: 'files',
    needs: ['files'],
    async run(world) {
      world.faults = (exchange) => (exchange.fileName === 'second.log' ? '503' : 'none');
      const device = await world.started();
      const ticket = device.create('Two files', undefined, [aFile('first.log'), aFile('second.log')]);
      await device.until(() => ticket.files.every(({ isStored }) => isStored), 'files stored');
      await device.until(() => uploadsOf(world, 'second.log').length > 0, 'the second upload');
      await device.kill();
      world.faults = () => 'none';
      await device.start();
      await device.sent(ticket);
      await isSentOnce(world, device, ticket, 'first.log');
    },
  },
  {
    name: 'a kill between the upload and the message: the message arrives once, with its file',
    rule: 'files',
    needs: ['files'],
    async run(world) {
      world.faults = (exchange) => (isWrite(exchange) ? 'lost response' : 'none');
      const device = await world.started();
      const ticket = device.create('One file', undefined, [aFile('only.log')]);
      await device.until(() => world.requestsWith(ticket).length > 0, 'a try');
      await device.kill();
      world.faults = () => 'none';
      await device.start();
      await device.sent(ticket);
      await isSentOnce(world, device, ticket, 'only.log');
    },
  },
  {
    name: 'an upload that fails does not block other tickets, and replies keep their order',
    rule: 'files',
    needs: ['files', 'replyBeforeSent'],
    async run(world) {
      world.faults = (exchange) => (isUpload(exchange) ? '503' : 'none');
      const device = await world.started();
      const slow = device.create('With a file', undefined, [aFile('slow.log')]);
      await device.stored(slow);
      const later = device.reply(slow, 'After the file');
      const other = device.create('Without a file');
      await device.sent(other);
      await device.sent(device.reply(other, 'A reply without a file'));
      await device.until(() => uploadsOf(world, 'slow.log').length >= TIMES, 'two tries');
      assert.deepEqual([slow.ticketId, later.ticketId], [undefined, undefined], 'sent without its file');
      await world.endsWell(device);
      assert.deepEqual(missing(device), [], 'missing files');
    },
  },
  {
    name: 'an upload without a response does not block other tickets',
    rule: 'files',
    needs: ['files'],
    async run(world) {
      world.faults = (exchange) => (isUpload(exchange) ? { status: 0 } : 'none');
      const device = await world.started({ speed: 1 });
      device.create('With a file', undefined, [aFile('slow.log')]);
      await device.until(() => uploadsOf(world, 'slow.log').length > 0, 'the upload');
      const other = device.create('Without a file');
      await device.sent(other);
      await device.sent(device.reply(other, 'A reply without a file'));
      assert.equal(uploadsOf(world, 'slow.log')[0]?.endedAt, undefined, 'the other ticket waited for the upload');
      await device.kill();
      await world.endsWell(device);
      assert.deepEqual(missing(device), [], 'missing files');
    },
  },
  {
    name: 'a kill around the response leaves no file behind',
    rule: 'cleanup',
    needs: ['files'],
    async run(world) {
      const device = await world.started();
      for (const milliseconds of [0, 2, 5, 10, 20, 40]) {
        if (!device.isRunning) await device.start();
        const ticket = device.create(`Killed after ${milliseconds} ms`, undefined, [aFile(`${milliseconds}.log`)]);
        await device.until(() => world.requestsWith(ticket).some(({ status }) => status === 201), 'a response');
        await sleep(milliseconds);
        await device.kill();
      }
      await world.endsWell(device);
    },
  },
  {
    name: 'of two processes with one storage, the other sends the files of the killed one',
    rule: 'processes',
    needs: ['files', 'sharedStorage'],
    async run(world) {
      world.faults = () => 'lost request';
      const one = await world.started(SHARED);
      const other = world.device(SHARED, one.ledger);
      await other.start();
      const ticket = one.create('From the killed process', undefined, [aFile('left.log')]);
      await one.until(() => ticket.files.every(({ isStored }) => isStored), 'files stored');
      await one.stored(ticket);
      await one.kill();
      world.faults = () => 'none';
      await other.drain();
      await world.endsWell(other);
      assert.deepEqual(missing(other), [], 'missing files');
    },
  },
];
