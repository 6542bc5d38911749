import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../../src/domain/time.ts';
import type { TestServer } from '../harness.ts';
import type { Attempt, OperationFacts } from './facts.ts';
import { prepare, type Sender, send } from './requests.ts';

/** Checks each declared status, and that there are no others. */
export function testStatuses<Given>(
  facts: OperationFacts<Given>,
  server: TestServer,
  sender: () => Promise<Sender<Given>>,
): void {
  const { operation, statuses } = facts;
  const { id, success, failures } = operation;

  test('declares the statuses that have a scenario here, and no others', () => {
    const declared = Object.keys({ [success.status]: true, ...failures });
    const message = `${id}: its test has scenarios for ${Object.keys(statuses)}, but it declares ${declared}`;
    assert.deepEqual(Object.keys(statuses), declared, message);
  });

  for (const [status, scenario] of Object.entries(statuses)) {
    test(`responds with ${status}`, async () => {
      // No earlier request counts for a rate limit.
      server.clock.advance(15 * MINUTE);
      const { given, options } = await sender();
      const attempt: Attempt<Given> = {
        ...given,
        operation,
        prepare: () => prepare(facts, given),
        send: (request, others = options) => send(server, request, others),
      };
      server.responses.clear();
      const reply = await scenario(attempt);
      assert.equal(reply.status, Number(status), reply.text);
      // Without this, the 404 could come from an unknown path.
      assert.ok(server.responses.has(`${id} ${status}`), [...server.responses].join());
    });
  }
}
