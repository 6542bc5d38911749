import assert from 'node:assert/strict';
import { assertProblem } from './assert-problem.ts';
import type { Reply } from './call.ts';

/** Lists ids that do not exist. Some differ little from a real one. */
export function strangeIds(real: string): string[] {
  const last = real.endsWith('a') ? 'b' : 'a';
  return [
    real.slice(0, -1) + last,
    real.slice(0, -1),
    `${real}a`,
    real.toUpperCase(),
    real.slice(0, real.indexOf('_') + 1),
    real.slice(real.indexOf('_') + 1),
    `${real}%00`,
    `%20${real}`,
    `${real}%2F`,
    '',
    '0',
    'null',
    "'%20OR%201=1--",
    '%25',
    '*',
    '%E2%80%AE%F0%9F%98%80',
    '%zz',
    '%',
    '%ff',
    '%ED%A0%80',
    'x'.repeat(300),
    `${real}${'a'.repeat(4000)}`,
    '%41'.repeat(2500),
  ];
}

/** Asserts that all 404s differ only in `instance`. */
export async function assertAllNotFound(
  ids: readonly string[],
  pathOf: (id: string) => string,
  send: (path: string) => Promise<Reply>,
): Promise<void> {
  const bodies = new Set<string>();
  for (const id of ids) {
    const path = pathOf(id);
    const reply = await send(path);
    assertProblem(reply, 404, 'not-found', path);
    bodies.add(JSON.stringify({ ...reply.body, instance: '' }));
  }
  assert.equal(bodies.size, 1, [...bodies].join('\n'));
}
