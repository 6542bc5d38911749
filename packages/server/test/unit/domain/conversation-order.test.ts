import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interleave } from '../../../src/domain/conversation-order.ts';
import { fc } from '../../helpers/property.ts';

type Message = readonly [ticket: number, at: number];
const timeOf = ([, at]: Message) => at;

test('messages of several tickets are ordered by time; of the same time, those of the first ticket come first', () => {
  const of = (ticket: number, ...times: readonly number[]) => times.map((at): Message => [ticket, at]);
  assert.deepEqual(interleave([of(0, 1, 5), of(1, 2, 5, 6)], timeOf), [
    [0, 1],
    [1, 2],
    [0, 5],
    [1, 5],
    [1, 6],
  ]);
  assert.deepEqual(interleave([[], of(1, 3)], timeOf), [[1, 3]]);
});

test('messages of one ticket keep their order, whatever the clocks of the nodes said', () => {
  const conversation = fc.array(fc.nat({ max: 20 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(conversation, { maxLength: 4 }), (times) => {
      const conversations = times.map((list, ticket) => list.map((at): Message => [ticket, at]));
      const all = interleave(conversations, timeOf);
      for (const [ticket, own] of conversations.entries()) {
        assert.deepEqual(
          all.filter(([one]) => one === ticket),
          own,
        );
      }
      const sorted = interleave(
        conversations.map((list) => list.toSorted((a, b) => timeOf(a) - timeOf(b))),
        timeOf,
      ).map(timeOf);
      assert.deepEqual(
        sorted,
        sorted.toSorted((a, b) => a - b),
      );
    }),
  );
});
