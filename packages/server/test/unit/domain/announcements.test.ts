import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audience } from '@player-support/contract/team/announcements';
import { type Announcement, ProjectAnnouncements } from '../../../src/domain/announcements.ts';

const NOW = 1_000_000;

const announcement = (
  id: string,
  audience: Audience | null = null,
  times: Partial<Pick<Announcement, 'starts_at' | 'ends_at' | 'created_at'>> = {},
): Announcement => ({
  announcement_id: id,
  title: id,
  body: '.',
  texts: null,
  audience: audience && JSON.stringify(audience),
  starts_at: null,
  ends_at: null,
  created_at: 0,
  ...times,
});

const reader = (context: object = {}, knownIssues: readonly (readonly [string, number])[] = []) => ({
  playerId: 'ply_a',
  userId: null,
  context: JSON.stringify(context),
  knownIssues: new Map(knownIssues),
});

const idsOf = (shown: readonly { readonly id: string }[]) => shown.map(({ id }) => id);

test('the newest is the one that began last, whenever it was created', () => {
  const announcements = new ProjectAnnouncements([
    announcement('ann_c', null, { created_at: 10 }),
    announcement('ann_a', null, { created_at: 5, starts_at: 20 }),
    announcement('ann_b', null, { created_at: 20, starts_at: 15 }),
  ]);
  assert.deepEqual(idsOf(announcements.shownTo(reader(), NOW)), ['ann_b', 'ann_a', 'ann_c']);
});

test('players who differ in one field of their context see what is for each of them', () => {
  const announcements = new ProjectAnnouncements([
    announcement('ann_platform', { platforms: ['b'] }),
    announcement('ann_locale', { locales: ['fr'] }),
    announcement('ann_version', { minBuild: '2.0' }),
    announcement('ann_number', { minBuild: '200' }),
  ]);
  const first = { platform: 'a', locale: 'de', appVersion: '1.0', buildNumber: '100' };
  assert.deepEqual(idsOf(announcements.shownTo(reader(first), NOW)), []);
  for (const [change, id] of [
    [{ platform: 'b' }, 'ann_platform'],
    [{ locale: 'fr' }, 'ann_locale'],
    [{ appVersion: '2.0' }, 'ann_version'],
    [{ buildNumber: '200' }, 'ann_number'],
  ] as const) {
    assert.deepEqual(idsOf(announcements.shownTo(reader({ ...first, ...change }), NOW)), [id]);
  }
});

test('a player could see it from its begin, or from when it had the known issue if that is later', () => {
  const announcements = new ProjectAnnouncements([
    announcement('ann_a', { knownIssueId: 'kni_a' }, { created_at: 50, starts_at: 100 }),
  ]);
  const seenFrom = (since: number) =>
    announcements.shownTo(reader({}, [['kni_a', since]]), NOW).map((shown) => [shown.createdAt, shown.seenFrom]);
  assert.deepEqual(seenFrom(70), [[100, 100]]);
  assert.deepEqual(seenFrom(130), [[100, 130]]);
  assert.deepEqual(announcements.shownTo(reader(), NOW), []);
});

test('each begins and ends at its time, in polls one after another', () => {
  const announcements = new ProjectAnnouncements([
    announcement('ann_a', null, { ends_at: 20 }),
    announcement('ann_b', null, { starts_at: 10, ends_at: 30 }),
  ]);
  const shown = [9, 10, 19, 20, 29, 30, 15].map((now) => idsOf(announcements.shownTo(reader(), now)).join());
  assert.deepEqual(shown, ['ann_a', 'ann_b,ann_a', 'ann_b,ann_a', 'ann_b', 'ann_b', '', 'ann_b,ann_a']);
});
