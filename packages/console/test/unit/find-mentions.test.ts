import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findMembers, findMentions, mentionable, mentionedIn, mentionQuery } from '../../src/data/find-mentions.ts';
import { textParts } from '../../src/ticket/text-parts.ts';

const member = (id: string, name: string) => ({ id, name });
const TEAM = [
  member('1', 'Maya'),
  member('2', 'Maya Chen'),
  member('3', 'Ömer'),
  member('4', 'maya'),
  member('5', '陳'),
];

suite('mentions in a note', () => {
  for (const [text, ids] of [
    ['@Maya Chen, look', ['2']],
    ['look, @maya chen', ['2']],
    ['@Maya can you look?', ['1', '4']],
    ['(@Ömer) and @ömer', ['3']],
    ['@陳 please', ['5']],
    ['@Mayalene, mail@Maya, @@Maya, @ Maya, @Nobody', []],
    ['first line\n@Ömer', ['3']],
  ] as const) {
    test(JSON.stringify(text), () => assert.deepEqual(mentionedIn(text, TEAM), ids));
  }

  test('are parts of the text, and everything else stays', () => {
    const text = 'See https://x.example/@Maya and @Maya Chen, @Ömer.';
    assert.deepEqual(
      textParts(text, TEAM).map((part) => (part.kind === 'url' ? part.url.href : [part.kind, part.start, part.text])),
      [
        ['text', 0, 'See '],
        'https://x.example/@Maya',
        ['text', 27, ' and '],
        ['mention', 32, '@Maya Chen'],
        ['text', 42, ', '],
        ['mention', 44, '@Ömer'],
        ['text', 49, '.'],
      ],
    );
    assert.deepEqual(textParts('@Maya'), [{ kind: 'text', start: 0, text: '@Maya' }], 'not in messages of players');
  });

  test('of a hostile text cost little', () => {
    const team = Array.from({ length: 500 }, (_, index) => member(String(index), `M${index}`));
    assert.equal(findMentions(' @'.repeat(5_000), team).length, 0);
  });
});

suite('the query before the caret', () => {
  for (const [text, query] of [
    ['@', ''],
    ['look @ma', 'ma'],
    ['look @maya ch', 'maya ch'],
    ['look @Maya Chen ', undefined],
    ['look @maya can', undefined],
    ['mail@ma', undefined],
    ['@ma\n', undefined],
    ['@ ', undefined],
  ] as const) {
    test(JSON.stringify(text), () => assert.equal(mentionQuery(text, text.length, TEAM)?.query, query));
  }

  test('finds names that begin with it first', () => {
    assert.deepEqual(
      findMembers(TEAM, 'chen').map(({ id }) => id),
      ['2'],
    );
    assert.deepEqual(
      findMembers([member('1', 'Anna Maya'), member('2', 'Maya')], 'may').map(({ id }) => id),
      ['2', '1'],
    );
  });
});

test('only enabled members who can see the project, and not oneself, can be mentioned', () => {
  const base = { email: null, role: 'viewer', createdAt: '' } as const;
  const all = [
    { ...base, id: 'all', name: 'A', disabled: false, projectIds: null },
    { ...base, id: 'here', name: 'B', disabled: false, projectIds: ['p'] },
    { ...base, id: 'elsewhere', name: 'C', disabled: false, projectIds: ['q'] },
    { ...base, id: 'gone', name: 'D', disabled: true, projectIds: null },
    { ...base, id: 'me', name: 'E', disabled: false, projectIds: null },
  ];
  // The cast: other fields do not matter here.
  const members = all as unknown as Parameters<typeof mentionable>[0];
  assert.deepEqual(
    mentionable(members, 'p', 'me').map(({ id }) => id),
    ['all', 'here'],
  );
});
