import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isInView, withChange } from '../../src/data/queue/queue-rows.ts';
import { snoozePresets } from '../../src/parts/snooze/snooze-presets.ts';
import { parseSnoozeEvent } from '../../src/parts/snooze/snooze-text.ts';
import { aRow } from '../helpers/rows.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const presetsAt = (now: number) => Object.fromEntries(snoozePresets(now).map(({ id, at }) => [id, at]));

suite('the times to snooze until', () => {
  test('later today, tomorrow and on Monday, in local time', () => {
    // 25 November 2026 is a Wednesday.
    const morning = { tomorrow: at(26, 9), monday: at(30, 9) };
    assert.deepEqual(presetsAt(at(25, 10, 20)), { later: at(25, 13), ...morning });
    assert.deepEqual(presetsAt(at(25, 17, 59)), { later: at(25, 20), ...morning });
    assert.deepEqual(presetsAt(at(25, 18)), morning, 'it is evening');
    assert.deepEqual(presetsAt(at(25, 23)), morning);
    assert.deepEqual(presetsAt(at(29, 23)), { tomorrow: at(30, 9) }, 'tomorrow is Monday');
    assert.deepEqual(presetsAt(at(30, 1)), { later: at(30, 4), tomorrow: at(31, 9), monday: at(37, 9) });
  });

  test('a value of the history is read, and any other text is not', () => {
    const nothing = { until: null, untilReply: false, untilBuild: null };
    const until = '2026-11-26T09:00:00.000Z';
    assert.deepEqual(parseSnoozeEvent(`until ${until}`), { ...nothing, until });
    assert.deepEqual(parseSnoozeEvent('build 2.4.2-rc1'), { ...nothing, untilBuild: '2.4.2-rc1' });
    assert.deepEqual(parseSnoozeEvent('reply'), { ...nothing, untilReply: true });
    for (const value of [null, '', 'until', 'until tomorrow', 'later']) assert.equal(parseSnoozeEvent(value), null);
  });

  test('a snoozed row is only in two views, and a status or the end of the snooze brings it back', () => {
    const until = '2026-11-26T09:00:00.000Z';
    const row = withChange(aRow('a', 1, { status: 'pending', assigneeId: 'me' }), { snooze: { until } });
    assert.deepEqual(
      [row.status, row.attentionSince, row.dueAt, row.snooze],
      ['open', null, null, { until, untilReply: false, untilBuild: null }],
    );
    const views = ['attention', 'mine', 'unassigned', 'open', 'pending', 'snoozed', 'resolved', 'all', 'held'] as const;
    assert.deepEqual(
      views.filter((view) => isInView(row, view, 'me')),
      ['snoozed', 'all'],
    );
    assert.equal(withChange(row, { priority: 'high' }).snooze, row.snooze);
    assert.equal(withChange(row, { snooze: null }).snooze, null);
    assert.deepEqual(
      [withChange(row, { status: 'closed' })].map(({ snooze, status }) => [snooze, status]),
      [[null, 'closed']],
    );
  });
});
