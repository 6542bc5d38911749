import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { announcementFields, audienceOf, playersIn, textFor } from '../../src/announcements/announcement-fields.ts';
import { changesOf, requestOf } from '../../src/announcements/announcement-request.ts';
import { countText } from '../../src/announcements/count-text.ts';

const ANNOUNCEMENT: AnnouncementResponse = {
  id: 'ann_a',
  projectId: 'prj_a',
  title: 'Sale',
  body: 'Today.',
  texts: { de: { title: 'Angebot', body: 'Heute.' }, 'de-AT': { title: 'Servus', body: 'Heut.' } },
  audience: { platforms: ['iOS'], locales: ['de'], minBuild: '2.4', players: ['ada', 'bob'], knownIssueId: 'kni_a' },
  startsAt: '2026-12-01T09:00:30.000Z',
  endsAt: null,
  timeZone: 'Asia/Tokyo',
  createdAt: '2026-11-01T00:00:00.000Z',
  retractedAt: null,
  revision: 'r',
};

test('the fields of an announcement make the same announcement, and no change', () => {
  const fields = announcementFields(ANNOUNCEMENT, '');
  assert.equal(fields.startsAt, '2026-12-01T18:00');
  assert.deepEqual(changesOf(fields, fields), {});
  const { projectId, title, body, texts, audience, timeZone } = ANNOUNCEMENT;
  const times = { startsAt: '2026-12-01T09:00:00.000Z', endsAt: null };
  assert.deepEqual(requestOf(fields), { projectId, title, body, texts, audience, timeZone, ...times });
});

test('only what was changed is sent; in another time zone the same clock time is another time', () => {
  const before = announcementFields(ANNOUNCEMENT, '');
  assert.deepEqual(changesOf(before, { ...before, title: ' Sale! ' }), { title: 'Sale!' });
  assert.deepEqual(changesOf(before, { ...before, timeZone: 'Europe/Berlin' }), {
    timeZone: 'Europe/Berlin',
    startsAt: '2026-12-01T17:00:00.000Z',
  });
  assert.deepEqual(changesOf(before, { ...before, startsAt: '' }), { startsAt: null });
  const everybody = { ...before, platforms: '[]', locales: '[]', minBuild: '', players: ' \n', knownIssueId: '' };
  assert.deepEqual(changesOf(before, everybody), { audience: null });
  assert.deepEqual(changesOf(before, { ...before, 'texts.de.title': '', 'texts.de.body': '' }), {
    texts: { 'de-AT': ANNOUNCEMENT.texts['de-AT'] },
  });
});

test('a list of players is one in each line or behind commas, each once', () => {
  assert.deepEqual(playersIn({ players: ' ada,bob\n\nada ; eve ' }), ['ada', 'bob', 'eve']);
  assert.deepEqual(audienceOf({ ...announcementFields(undefined, 'prj_a'), players: 'ada' }), { players: ['ada'] });
});

test('the preview has the text that players of a language get', () => {
  const fields = announcementFields(ANNOUNCEMENT, '');
  assert.equal(textFor(fields, 'de-AT').title, 'Servus');
  assert.equal(textFor(fields, 'de-CH').title, 'Angebot');
  assert.equal(textFor(fields, 'fr').title, 'Sale');
  assert.equal(textFor(fields, undefined).title, 'Sale');
});

test('a number of players says how exact it is, and an estimate has no more digits than it knows', () => {
  const t = (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`;
  // The cast: the real one knows the texts.
  const text = (count: Parameters<typeof countText>[0]) => countText(count, t as Parameters<typeof countText>[1], 'en');
  assert.equal(text({ players: 12_345, precision: 'exact', margin: 0 }), '12,345');
  assert.match(text({ players: 12_345, precision: 'estimate', margin: 678 }), /about .*"12,300".*"700"/);
  assert.match(text({ players: 0, precision: 'estimate', margin: 300 }), /at-most .*"300"/);
  assert.match(text({ players: 10_000, precision: 'at-least', margin: 0 }), /at-least .*"10,000"/);
});
