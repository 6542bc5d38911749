import assert from 'node:assert/strict';
import type { Written } from '../device.ts';
import type { Exchange, Fault } from '../fault-proxy.ts';
import { aFile } from '../files.ts';
import { problemResponse } from '../own-responses.ts';
import { firstOnes, isIdentify, type Scenario } from '../scenario.ts';
import { asksForOffset, beginsParts, isPart, isUpload } from '../uploads.ts';
import type { World } from '../world.ts';

const NEEDS = ['files', 'fileParts'] as const;
const PART = 256 * 1024;
/** Two whole parts, and a smaller one. */
const SIZE = 2 * PART + 100_000;
const OFFSETS = [0, PART, 2 * PART];
const NAME = 'large.bin';
const theFile = () => aFile(NAME, { size: SIZE, isText: false });

const isPartAt = (offset: number) => (exchange: Exchange) => exchange.part?.offset === offset;
const requestsOf = (world: World) => world.proxy.exchanges.filter(({ fileName }) => fileName === NAME);
/** Returns the parts' offsets in the order of sending. */
const offsetsOf = (world: World) =>
  requestsOf(world)
    .flatMap(({ part = [] }) => part)
    .map(({ offset }) => offset);
const beginnings = (world: World) => requestsOf(world).filter(beginsParts).length;

function arrived({ files }: Written): void {
  assert.deepEqual(
    files.map(({ missing }) => missing),
    [undefined],
    'told as missing',
  );
}

/** Each part is sent once, except the one with the fault, from the service's offset. */
const onePart = (what: string, fault: Fault, offset: number, offsets: readonly number[]): Scenario => ({
  name: `${what}: the upload goes on where the service is`,
  rule: 'parts',
  needs: NEEDS,
  async run(world) {
    world.faults = firstOnes(1, isPartAt(offset), fault);
    const device = await world.started();
    const ticket = device.create('With a large file', undefined, [theFile()]);
    await device.sent(ticket);
    assert.equal(world.proxy.count[fault], 1, 'parts with the fault');
    await world.endsWell(device);
    arrived(ticket);
    assert.deepEqual(offsetsOf(world), offsets, 'parts');
    assert.equal(beginnings(world), 1, 'uploads');
    const asked = requestsOf(world).filter(asksForOffset);
    assert.ok(asked.length > 0, 'the client did not ask where to go on');
  },
});

/** The message arrives without the file, which is sent no further. */
const refusedInTheMiddle = (fault: '413' | '415'): Scenario => ({
  name: `${fault}: a file that is refused in the middle is told, and its message arrives`,
  rule: 'files',
  needs: NEEDS,
  async run(world) {
    world.faults = firstOnes(1, isPartAt(PART), fault);
    const device = await world.started();
    const ticket = device.create('With a refused file', undefined, [theFile(), aFile('after.log')]);
    await device.sent(ticket);
    await world.endsWell(device);
    const told = ticket.files.map(({ missing }) => missing !== undefined);
    assert.deepEqual(told, [true, false], 'told as missing');
    assert.deepEqual(offsetsOf(world), [0, PART], 'the refused file was sent again');
    assert.equal(beginnings(world), 1, 'the refused file was begun again');
  },
});

/** Deletes it as the player, like the service does with old uploads. */
async function forget(world: World): Promise<void> {
  const { url, headers } = requestsOf(world).find(isPart) ?? assert.fail('no part');
  const { status, text } = await world.run.api.call('DELETE', url, {
    headers: { authorization: String(headers.authorization), 'tus-resumable': '1.0.0' },
  });
  assert.equal(status, 204, text);
  world.journal.add('! the service forgets the upload');
}

export const FILES_IN_PARTS: readonly Scenario[] = [
  onePart('a part is cut', 'cut request', PART, [0, PART, PART, 2 * PART]),
  onePart('the response to a part is lost', 'lost response', PART, OFFSETS),
  onePart('the response to the last part is lost', 'lost response', 2 * PART, OFFSETS),
  {
    name: 'a part of more than 256 KiB is cut: what arrived of it is not sent again',
    rule: 'parts',
    needs: NEEDS,
    async run(world) {
      world.faults = firstOnes(1, isPartAt(0), 'cut request');
      const device = await world.started({ partBytes: SIZE - 1 });
      const ticket = device.create('With a large file', undefined, [theFile()]);
      await device.sent(ticket);
      await world.endsWell(device);
      arrived(ticket);
      const offset = Number(requestsOf(world).find(asksForOffset)?.response?.body?.offset);
      assert.ok(offset >= PART, `the service kept ${offset} bytes`);
      assert.deepEqual(offsetsOf(world), [0, offset], 'parts');
    },
  },
  {
    name: 'two large files of one size arrive, each with its own parts',
    rule: 'parts',
    needs: NEEDS,
    async run(world) {
      const device = await world.started();
      const size = PART + 1;
      const files = ['one.bin', 'two.bin'].map((name) => aFile(name, { size, isText: false }));
      const ticket = device.create('With two large files', undefined, files);
      await device.sent(ticket);
      await world.endsWell(device);
      assert.deepEqual(
        ticket.files.map(({ missing }) => missing),
        [undefined, undefined],
        'told as missing',
      );
      assert.equal(world.proxy.exchanges.filter(isPart).length, 4, 'parts');
    },
  },
  refusedInTheMiddle('413'),
  refusedInTheMiddle('415'),
  {
    name: 'the process ends between two parts: the next one goes on',
    rule: 'parts',
    needs: NEEDS,
    async run(world) {
      const isLater = (exchange: Exchange) => isPart(exchange) && !isPartAt(0)(exchange);
      world.faults = (exchange) => (isLater(exchange) ? 'lost request' : 'none');
      const device = await world.started();
      const ticket = device.create('With a large file', undefined, [theFile()]);
      await device.until(() => ticket.files.every(({ isStored }) => isStored), 'file stored');
      await device.until(() => requestsOf(world).some(isLater), 'the second part');
      await device.kill();
      world.faults = () => 'none';
      const before = requestsOf(world).length;
      await device.start();
      await device.sent(ticket);
      await world.endsWell(device);
      arrived(ticket);
      assert.equal(beginnings(world), 1, 'uploads');
      const [asked, ...parts] = requestsOf(world).slice(before);
      assert.ok(asked !== undefined && asksForOffset(asked), 'the next process did not ask where to go on');
      const offsets = parts.map(({ part }) => part?.offset);
      assert.deepEqual(offsets, [PART, 2 * PART], 'parts of the next process');
    },
  },
  {
    name: 'the service has forgotten an upload when the client asks where to go on: the file goes up anew',
    rule: 'parts',
    needs: NEEDS,
    async run(world) {
      world.faults = (exchange) =>
        isUpload(exchange) && !isPartAt(0)(exchange) && !beginsParts(exchange) ? '503' : 'none';
      const device = await world.started();
      const ticket = device.create('With a large file', undefined, [theFile()]);
      await device.until(() => requestsOf(world).some(asksForOffset), 'a question');
      await forget(world);
      world.faults = () => 'none';
      await device.sent(ticket);
      await world.endsWell(device);
      arrived(ticket);
      assert.deepEqual(offsetsOf(world), [0, PART, ...OFFSETS], 'parts');
    },
  },
  {
    name: 'the service has forgotten an upload when the next part comes: the file goes up anew',
    rule: 'parts',
    needs: NEEDS,
    async run(world) {
      const gone = problemResponse(404, 'not-found', 'There is no such upload.');
      world.faults = firstOnes(1, isPartAt(PART), gone);
      const device = await world.started();
      const ticket = device.create('With a large file', undefined, [theFile()]);
      await device.sent(ticket);
      await world.endsWell(device);
      arrived(ticket);
      assert.equal(beginnings(world), 2, 'uploads');
      assert.deepEqual(offsetsOf(world), [0, PART, ...OFFSETS], 'parts');
    },
  },
  {
    name: 'the project is off for a moment between two parts: nothing is sent twice',
    rule: 'parts',
    needs: NEEDS,
    async run(world) {
      const faults = [firstOnes(1, isPartAt(PART), 'expired token'), firstOnes(1, isLaterIdentify(), 'no project')];
      world.faults = (exchange) => faults.map((next) => next(exchange)).find((next) => next !== 'none') ?? 'none';
      const device = await world.started();
      const ticket = device.create('With a large file', undefined, [theFile()]);
      await device.sent(ticket);
      assert.equal(world.proxy.count['no project'], 1, 'refused identifies');
      await world.endsWell(device);
      arrived(ticket);
      assert.equal(beginnings(world), 1, 'uploads');
      assert.deepEqual(offsetsOf(world), [0, PART, PART, 2 * PART], 'parts');
    },
  },
];

function isLaterIdentify(): (exchange: Exchange) => boolean {
  let identifies = 0;
  return (exchange) => isIdentify(exchange) && ++identifies > 1;
}
