import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LinkedText } from '../../src/store/suggestions.ts';
import { issueTexts, MAX_LINKED, newestFirst } from '../../src/team/known-issues/project-words.ts';

const ISSUE = { title: 'Crash', state: 'investigating', description: 'd', builds: '[]', platforms: '[]' } as const;
const linked = (index: number): LinkedText => ({
  ...{ known_issue_id: 'kni_a', ticket_id: `tkt_${index}`, type: 'bug', subject: 'Help' },
  ...{ message: 'x', context: null, created_at: index % 40 },
});

test('of many long notes the beginning of each is compared, and 4,000 characters in all', () => {
  const notes = Array.from({ length: 50 }, (_, index) => [`l${index}`, `${index} ${'note '.repeat(200)}`]);
  const { texts } = issueTexts({ ...ISSUE, notes: JSON.stringify(Object.fromEntries(notes)) }, []);
  assert.equal(texts.length, 51);
  assert.equal(texts.slice(1).join('').length, 4000);
  assert.ok(texts.slice(1).every((text, index) => text.startsWith(`${index} note`)));
  const few = issueTexts({ ...ISSUE, notes: JSON.stringify({ en: 'a'.repeat(1000), de: 'b' }) }, []);
  assert.deepEqual(few.texts, ['d', 'a'.repeat(1000), 'b']);
});

test('of linked tickets the newest 20 count', () => {
  const newest = newestFirst(Array.from({ length: 60 }, (_, index) => linked(index)));
  assert.equal(newest.length, MAX_LINKED);
  assert.equal(newest[0]?.created_at, 39);
  assert.ok(newest.every(({ created_at }) => created_at >= 20));
});
