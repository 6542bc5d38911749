import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChange, rollBack } from '../../src/ticket/ticket-change.ts';

const before = { status: 'open', assigneeId: null as string | null, priority: 'normal', tags: ['a'], subject: 'Stuck' };

test('a change is applied, and undone if it is refused', () => {
  const change = { assigneeId: 'mem_ada', tags: ['a', 'b'] };
  const shown = applyChange(before, change);
  assert.deepEqual(shown, { ...before, ...change });
  assert.deepEqual(rollBack(shown, change, before), before);
  assert.deepEqual(rollBack(structuredClone(shown), change, before), before);
});

test('undoing keeps later changes of others', () => {
  const change = { assigneeId: 'mem_ada', priority: 'high' } as const;
  const since = { ...applyChange(before, change), priority: 'urgent', subject: 'Other' };
  assert.deepEqual(rollBack(since, change, before), { ...before, priority: 'urgent', subject: 'Other' });
});
