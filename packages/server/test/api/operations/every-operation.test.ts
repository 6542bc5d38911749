import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { testRuns } from '../../../../../scripts/test-folders.ts';
import { allOperations, playerOperations } from '../../../src/http/all-operations.ts';
import { playerFacts, teamFacts } from '../../helpers/operation/all-facts.ts';
import { testFileOf } from '../../helpers/operation/registry.ts';

/** From "Success response" and "Status codes by operation". */
const SPECIFIED = {
  IdentifyPlayer: [200, 400, 404, 429],
  CreateTicket: [201, 400, 401, 409, 429],
  ListPlayerTickets: [200, 401, 429],
  GetTicket: [200, 401, 404, 429],
  AddTicketMessage: [200, 400, 401, 404, 409, 429],
  GetPlayerInbox: [200, 401, 429],
  MarkInboxMessageRead: [200, 401, 404, 429],
};

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const SOURCE = path.resolve(import.meta.dirname, '../../../src');

test('every operation that is written is in the list', () => {
  const files = globSync('{player,team}/**/*.ts', { cwd: SOURCE }).map((file) =>
    readFileSync(path.join(SOURCE, file), 'utf8'),
  );
  const written = files.flatMap((text) => [...text.matchAll(/= operation\(\{\s+id: '(\w+)'/g)].map(([, id]) => id));
  assert.deepEqual(written.sort(), allOperations.map(({ id }) => id).sort());
});

test('every operation has a test file, named and placed like its source file, which gives its facts', () => {
  const all = [...playerFacts, ...teamFacts];
  assert.deepEqual(
    all.map(({ operation }) => operation),
    allOperations,
  );
});

test('the test file of every operation runs in `npm test`, on both engines', () => {
  const files = allOperations.map(testFileOf);
  const runs = testRuns(ROOT, files, ['sqlite', 'postgres'], true);
  assert.deepEqual(
    runs.map(({ engine, files }) => [engine, files]),
    [
      ['sqlite', files],
      ['postgres', files],
    ],
  );
});

test('a test file of an operation registers its tests with those that its facts give', () => {
  for (const operation of allOperations) {
    const text = readFileSync(testFileOf(operation), 'utf8');
    assert.doesNotMatch(text, /^(?:await )?(?:test|suite|describe|for)\b/m, operation.id);
  }
});

test('operations of the player API have the statuses of the specification', () => {
  const specified = playerFacts.filter(({ operation }) => playerOperations.includes(operation));
  const scenarios = specified.map(({ operation, statuses }) => [operation.id, Object.keys(statuses).map(Number)]);
  assert.deepEqual(Object.fromEntries(scenarios), SPECIFIED);
});
