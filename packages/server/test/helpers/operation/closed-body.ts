import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../../src/domain/time.ts';
import { assertInvalid, assertProblem } from '../assert-problem.ts';
import type { TestServer } from '../harness.ts';
import { allShapes, joined, shape, unknownFields } from '../server-side-names.ts';
import { storedRows } from '../stored-rows.ts';
import type { TeamFacts, TeamGiven } from './facts.ts';
import { prepare, type Sender, send } from './requests.ts';

const UNKNOWN = ['Is not a known field.'];

/** Part of every unknown value. The server never creates it. */
export const MARKER = 'what-nobody-stores';

/** An attacker could send these under a name that only the server sets. */
export const VALUES = {
  text: MARKER,
  object: { [MARKER]: MARKER, $ne: null },
  list: [MARKER, [MARKER]],
  number: 987_654_321_012,
};

/** Checks that the body can only have the fields its schema names. */
export function testClosedBody(facts: TeamFacts, server: TestServer, sender: () => Promise<Sender<TeamGiven>>): void {
  const { operation } = facts;
  const { body } = operation;

  test('has a body whose objects are closed, and whose lists are bounded and direct fields', () => {
    for (const one of allShapes(shape(body))) {
      const types = [one.type].flat();
      if (one.properties !== undefined || types.includes('object')) assert.equal(one.additionalProperties, false);
      if (types.includes('array')) assert.equal(typeof one.maxItems, 'number');
      const inItems = one.items === undefined ? [] : [...allShapes(one.items)];
      assert.ok(inItems.every(({ items }) => items === undefined));
    }
    const known = ['$id', 'description', 'type', 'properties', 'required', 'additionalProperties'];
    assert.deepEqual(
      Object.keys(shape(body)).filter((key) => !known.includes(key)),
      [],
    );
  });

  test('refuses every unknown field of the body by its name, and stores nothing', async () => {
    server.clock.advance(HOUR);
    const { given, options } = await sender();
    const request = await prepare(facts, given);
    const before = await storedRows(server.databaseUrl);
    const sendWith = (fields: object) =>
      send(server, { ...request, body: joined(request.body ?? {}, fields) }, options);
    const assertRefused = async (fields: object) => {
      const reply = await sendWith(fields);
      assertInvalid(reply, request.path, ...Object.keys(fields));
      for (const name of Object.keys(fields)) assert.deepEqual(reply.body.errors[name || '$'], UNKNOWN);
    };

    const names = Object.keys(unknownFields(body, 0));
    // An error names 20 fields at most.
    for (let start = 0; start < names.length; start += 20) {
      await assertRefused(unknownFields(body, VALUES.text, names.slice(start, start + 20)));
    }
    for (const value of Object.values(VALUES)) {
      await assertRefused(unknownFields(body, value, ['__proto__', 'playerId', 'messageId', 'createdAt']));
    }
    const all = await sendWith(unknownFields(body, 1));
    assertProblem(all, 400, 'validation', request.path);
    assert.equal(Object.keys(all.body.errors).length, 20);
    assert.deepEqual(await storedRows(server.databaseUrl), before);
  });
}
