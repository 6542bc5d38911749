import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import type { Access } from '../../src/domain/access.ts';
import { createHub, createStream, type EventStream, type Reader, type TeamEvent } from '../../src/live/hub.ts';
import { countedMember } from '../helpers/counted-callers.ts';

const ticket = (projectId: string, ticketId: string): TeamEvent => ({ name: 'ticket', data: { projectId, ticketId } });

/** What a stream wrote since the last call. */
function textOf({ readable }: EventStream): string {
  let text = '';
  for (let part = readable.read(); part !== null; part = readable.read()) text += part;
  return text;
}

/** A hub, and a member's stream. Each look at the access waits for its answer. */
function startHub(lastEventId?: string) {
  const looks: PromiseWithResolvers<Access | undefined>[] = [];
  const hub = createHub(async (readers) => {
    const look = Promise.withResolvers<Access | undefined>();
    looks.push(look);
    const access = await look.promise;
    return new Map(access === undefined ? [] : readers.map(({ id }) => [id, access]));
  });
  const reader: Reader = { ...countedMember('mem_a', 'agent'), id: 'mem_a', projectIds: ['prj_a', 'prj_b'] };
  const stream = createStream(reader, async () => reader);
  hub.add(stream, lastEventId);
  const turn = () => new Promise(setImmediate);
  return {
    hub,
    stream,
    looks,
    async answer(index: number, projectIds: string[] | undefined): Promise<void> {
      await turn();
      looks[index]?.resolve(projectIds && { role: 'agent', projectIds });
      await turn();
    },
    /** Events since the last call, by ticket or name. */
    seen(): string[] {
      return [...textOf(stream).matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
        ([, name = '', data = '']) => JSON.parse(data).ticketId ?? name,
      );
    },
  };
}

test('the access of readers is checked again after a check that failed', async () => {
  const { hub, stream } = startHub();
  const end = mock.method(stream, 'end', () => assert.fail('it cannot be ended'));
  mock.method(stream, 'reauthenticate', () => Promise.reject(new Error('no access')));
  await assert.rejects(hub.recheckReaders());
  end.mock.restore();
  await hub.recheckReaders();
  stream.readable.resume();
  await new Promise(setImmediate);
  assert.ok(stream.readable.readableEnded);
});

suite('a stream gets a change only after a later look at its access', () => {
  test('so nothing of a project that was taken away before the change', async () => {
    const { hub, seen, answer } = startHub();
    assert.deepEqual(seen(), ['reset']);
    hub.publish([ticket('prj_b', 'tkt_1')]);
    await new Promise(setImmediate);
    assert.deepEqual(seen(), [], 'it waits for the look');
    await answer(0, ['prj_a', 'prj_b']);
    assert.deepEqual(seen(), ['tkt_1']);
    hub.publish([ticket('prj_b', 'tkt_2'), ticket('prj_a', 'tkt_3')]);
    await answer(1, ['prj_a']);
    assert.deepEqual(seen(), ['tkt_3', 'reset'], 'the reset makes its client load everything again');
  });

  test('also a change during the look for an earlier one', async () => {
    const { hub, looks, seen, answer } = startHub();
    hub.publish([ticket('prj_a', 'tkt_1')]);
    await new Promise(setImmediate);
    hub.publish([ticket('prj_b', 'tkt_2')]);
    await answer(0, ['prj_a', 'prj_b']);
    assert.deepEqual(seen(), ['reset', 'tkt_1']);
    assert.equal(looks.length, 2);
    await answer(1, ['prj_a']);
    assert.deepEqual(seen(), ['reset']);
  });

  test('also changes that its client missed', async () => {
    const { hub, stream, seen, answer } = startHub();
    const [, epoch = ''] = /^id: (\w+)-0$/m.exec(textOf(stream)) ?? assert.fail();
    hub.publish([ticket('prj_b', 'tkt_1'), ticket('prj_a', 'tkt_2')]);
    await answer(0, ['prj_a']);
    assert.deepEqual(seen(), ['tkt_2', 'reset']);
    const again = createStream(stream.reader, async () => stream.reader);
    // Authenticated before the project was taken away.
    again.reader = { ...again.reader, projectIds: ['prj_a', 'prj_b'] };
    hub.add(again, `${epoch}-0`);
    await answer(1, ['prj_a']);
    assert.doesNotMatch(textOf(again), /tkt_1/);
  });

  test('and ends without it if its reader lost all access', async () => {
    const { hub, stream, seen, answer } = startHub();
    hub.publish([ticket('prj_a', 'tkt_1')]);
    await answer(0, undefined);
    assert.deepEqual(seen(), ['reset']);
    stream.readable.resume();
    await new Promise(setImmediate);
    assert.ok(stream.readable.readableEnded);
  });

  test('and waits while the database does not answer; its last event id stays that of the last event', async () => {
    const { hub, stream, looks, seen, answer } = startHub();
    textOf(stream);
    hub.publish([ticket('prj_a', 'tkt_1')]);
    await new Promise(setImmediate);
    looks[0]?.reject(new Error('no database'));
    await new Promise(setImmediate);
    hub.heartbeat();
    assert.match(textOf(stream), /^id: \w+-0\nevent: beat\n/);
    hub.publish([]);
    await answer(1, ['prj_a', 'prj_b']);
    assert.deepEqual(seen(), ['tkt_1']);
  });
});
