import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageOf } from '@player-support/contract/field-problems';
import { MAX_FILTER_LENGTH } from '@player-support/contract/limits';
import { filterText, parseTicketFilter } from '@player-support/contract/ticket-filter';
import { withNested } from '../../src/team/views/nested-filter.ts';

const parsed = (filter: unknown) => parseTicketFilter(JSON.stringify(filter));
const error = (filter: unknown) => {
  const result = parsed(filter);
  return 'error' in result ? messageOf(result.error) : assert.fail(JSON.stringify(result));
};
const is = (field: string, ...values: unknown[]) => ({ field, is: values });
/** Nests so many groups, one in the other. */
const nested = (depth: number): object => (depth === 0 ? is('type', 'bug') : { all: [nested(depth - 1)] });

suite('a nested filter', () => {
  test('is read, and the same filter has the same text', () => {
    for (const filter of [
      { all: [] },
      {
        any: [
          is('priority', 'urgent', 'high'),
          { all: [is('tag', 'vip'), { field: 'assignee', not: ['me', 'none'] }] },
        ],
      },
      {
        all: [
          { field: 'created', after: '2026-01-31' },
          { field: 'created', before: '2026-01-31T12:00+01:00' },
        ],
      },
      {
        all: [
          { field: 'waiting', longer: 60 },
          { field: 'created', shorter: 525_600 },
        ],
      },
      { all: [is('answer', 'device:pc: a'), is('verified', 'true'), is('knownIssue', 'none')] },
      nested(4),
    ]) {
      const result = parsed(filter);
      assert.ok('filter' in result, JSON.stringify(result));
      assert.deepEqual(result.filter, filter);
      assert.equal(filterText(result.filter), JSON.stringify(filter));
    }
    const twice = parseTicketFilter(' {"all": [{"is":["bug","bug"],"field":"type"}]}');
    assert.ok('filter' in twice);
    assert.equal(filterText(twice.filter), '{"all":[{"field":"type","is":["bug"]}]}');
  });

  test('is refused with what is wrong', () => {
    assert.equal('error' in parseTicketFilter('{'), true);
    for (const [filter, message] of [
      [null, 'Each group and condition must be an object.'],
      [[], 'Each group and condition must be an object.'],
      [{ all: ['x'] }, 'Each group and condition must be an object.'],
      [is('type', 'bug'), 'Must be a group: `{"all":[...]}` or `{"any":[...]}`.'],
      [{ all: [], any: [] }, 'A group has one list: `all`.'],
      [{ all: {} }, 'A group has one list: `all`.'],
      [{ any: [], more: 1 }, 'A group has one list: `any`.'],
      [{ all: [{}] }, 'A condition has a `field` and one operator, such as `is`.'],
      [
        { all: [{ field: 'type', is: ['a'], not: ['b'] }] },
        'A condition has a `field` and one operator, such as `is`.',
      ],
      [{ all: [is('player', 'x')] }, 'There is no such field with this operator: ["player","is"].'],
      [{ all: [is('__proto__', 'x')] }, 'There is no such field with this operator: ["__proto__","is"].'],
      [
        { all: [{ field: 'waiting', after: '2026-01-31' }] },
        'There is no such field with this operator: ["waiting","after"].',
      ],
      [{ all: [is('type')] }, '`type` needs a list of 1 to 20 values.'],
      [
        { all: Array.from({ length: 5 }, () => is('type', ...Array.from({ length: 20 }, (_, index) => `t${index}`))) },
        'All conditions together have at most 80 values.',
      ],
      [{ all: [is('type', ...Array.from({ length: 21 }, String))] }, '`type` needs a list of 1 to 20 values.'],
      [{ all: [{ field: 'type', is: 'bug' }] }, '`type` needs a list of 1 to 20 values.'],
      [{ all: [is('type', 1)] }, 'A value of `type` is not valid.'],
      [{ all: [is('type', ' ')] }, 'A value of `type` is not valid.'],
      [{ all: [is('type', 'x\0')] }, 'A value of `type` is not valid.'],
      [{ all: [is('type', '\ud800')] }, 'A value of `type` is not valid.'],
      [{ all: [is('tag', 'a,b')] }, 'A value of `tag` is not valid.'],
      [{ all: [is('tag', 'x'.repeat(41))] }, 'A value of `tag` is not valid.'],
      [{ all: [is('status', 'held')] }, 'A value of `status` is not valid.'],
      [{ all: [is('priority', 'toString')] }, 'A value of `priority` is not valid.'],
      [{ all: [is('answer', 'device')] }, 'A value of `answer` is not valid.'],
      [{ all: [{ field: 'created', after: '2026-02-31' }] }, '`after` must be a date or a date-time.'],
      [{ all: [{ field: 'created', before: 5 }] }, '`before` must be a date or a date-time.'],
      [{ all: [{ field: 'waiting', longer: 0 }] }, '`longer` must be a number of minutes, 1 to 525600.'],
      [{ all: [{ field: 'waiting', shorter: 1.5 }] }, '`shorter` must be a number of minutes, 1 to 525600.'],
      [nested(5), 'Groups can be 4 deep.'],
      [{ all: Array.from({ length: 31 }, () => is('type', 'a')) }, 'A filter has at most 30 conditions.'],
      [
        {
          all: [
            { any: Array.from({ length: 20 }, () => is('type', 'a')) },
            { any: Array.from({ length: 11 }, () => is('type', 'a')) },
          ],
        },
        'A filter has at most 30 conditions.',
      ],
      [{ all: [is('platform', 'x'.repeat(MAX_FILTER_LENGTH))] }, `Must have at most ${MAX_FILTER_LENGTH} bytes.`],
      [{ all: [is('platform', 'é'.repeat(MAX_FILTER_LENGTH / 2))] }, `Must have at most ${MAX_FILTER_LENGTH} bytes.`],
    ] as const) {
      assert.equal(error(filter), message, JSON.stringify(filter).slice(0, 200));
    }
  });

  const MINUTE = 60_000;
  const reader = { memberId: 'mem_a', now: 10 * MINUTE + 5 };
  const plainOf = (filter: unknown, flat = {}) => {
    const result = parsed(filter);
    return 'filter' in result ? withNested(flat, result.filter, reader) : assert.fail(result.error.code);
  };
  const leaf = (field: string, values: unknown[], isNot = false, orNone = false) => ({ field, isNot, values, orNone });

  test('becomes plain filters where that is possible, because they can be ranges of an index', () => {
    assert.deepEqual(plainOf({ all: [] }, { type: 'bug' }), { type: 'bug' });
    const simple = [
      is('type', 'bug'),
      is('priority', 'high'),
      is('assignee', 'me'),
      is('knownIssue', 'kni_a'),
      is('tag', ' v '),
    ];
    assert.deepEqual(plainOf({ all: simple }), {
      ...{ type: 'bug', priority: 2, assigneeId: 'mem_a', knownIssueId: 'kni_a', tag: 'v' },
    });
    // The request's other filters must match too.
    const flat = { type: 'lag', priority: 0, assigneeId: null, knownIssueId: 'kni_b', tag: 'w' };
    assert.deepEqual(plainOf({ all: simple }, flat), {
      ...flat,
      where: {
        all: [
          leaf('type', ['bug']),
          leaf('priority', [2]),
          leaf('assignee', ['mem_a']),
          leaf('knownIssue', ['kni_a']),
          leaf('tag', ['"v"']),
        ],
      },
    });
    assert.deepEqual(plainOf({ any: [is('assignee', 'none')] }), { assigneeId: null });
    assert.deepEqual(plainOf({ all: [is('type', 'bug'), is('type', 'lag')] }, {}), {
      type: 'bug',
      where: { all: [leaf('type', ['lag'])] },
    });
    assert.deepEqual(plainOf({ any: [is('type', 'bug'), is('locale', 'de')] }), {
      where: { any: [leaf('type', ['bug']), leaf('locale', ['de'])] },
    });
  });

  test('is about the member who reads it and the last full minute, and an empty group excludes nothing', () => {
    const filter = {
      any: [
        { all: [] },
        {
          all: [
            { field: 'assignee', not: ['me', 'none'] },
            { field: 'waiting', longer: 3 },
          ],
        },
        is('status', 'open', 'closed'),
        is('verified', 'false'),
        { field: 'created', shorter: 2 },
      ],
    };
    assert.deepEqual(plainOf(filter), {
      where: {
        any: [
          { all: [leaf('assignee', ['mem_a'], true, true), { field: 'attention_since', to: 7 * MINUTE }] },
          leaf('status', ['open', 'closed', 'held', 'snoozed']),
          leaf('account', [], true),
          { field: 'created_at', from: 8 * MINUTE },
        ],
      },
    });
  });
});
