import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audience } from '@player-support/contract/team/announcements';
import { cleanAudience, isInAudience } from '../../../src/domain/audience.ts';
import { parseContext } from '../../../src/domain/context.ts';

const NONE = new Map<string, number>();

const fits = (audience: Audience, context: object = {}, more: object = {}) =>
  isInAudience(audience, {
    playerId: 'ply_a',
    userId: null,
    context: parseContext(JSON.stringify(context)),
    knownIssues: NONE,
    ...more,
  });

test('a player who did not say it is in no audience by platform, locale or build', () => {
  for (const audience of [
    { platforms: ['PC'] },
    { locales: ['en'] },
    { minBuild: '0' },
    { maxBuild: '9' },
  ] satisfies Audience[]) {
    assert.equal(fits(audience), false, JSON.stringify(audience));
  }
  assert.equal(fits({}), true);
});

test('builds are compared as versions or as numbers, with both ends in the range', () => {
  const range = { minBuild: '2.4', maxBuild: '2.10.0' };
  const versions = ['2.4.0', '2.9', '2.10', '2.3.9', '2.10.1', '2.4-rc1', 'next'];
  assert.deepEqual(
    versions.filter((appVersion) => fits(range, { appVersion })),
    ['2.4.0', '2.9', '2.10'],
  );
  const numbers = { minBuild: '99', maxBuild: '1000' };
  assert.equal(fits(numbers, { buildNumber: '100', appVersion: '5.0' }), true);
  assert.equal(fits(numbers, { buildNumber: '1001', appVersion: '100' }), false);
  assert.equal(fits(numbers, { appVersion: '100' }), true);
});

test('a language has the players of its regions, but not those of another script', () => {
  assert.deepEqual(
    ['zh-CN', 'zh', 'zh-TW', 'zh_TW_#Hant'].map((locale) => fits({ locales: ['zh'] }, { locale })),
    [true, true, false, false],
  );
  assert.equal(fits({ locales: ['de-AT'] }, { locale: 'de' }), false);
});

test('a list has a player by its id or by its user id', () => {
  const audience = { players: ['ply_a', 'ada'] };
  assert.equal(fits(audience), true);
  assert.equal(fits(audience, {}, { playerId: 'ply_b' }), false);
  assert.equal(fits(audience, {}, { playerId: 'ply_b', userId: 'ada' }), true);
});

test('a user id with the form of a player id is in no list: games can send any', () => {
  const id = `ply_${'a'.repeat(26)}`;
  assert.equal(fits({ players: [id] }, {}, { playerId: id }), true);
  assert.equal(fits({ players: [id] }, {}, { playerId: 'ply_b', userId: id }), false);
});

test('a platform is the same in upper and lower case, on both sides', () => {
  assert.equal(fits({ platforms: ['iOS'] }, { platform: 'ios ' }), true);
  assert.equal(fits({ platforms: ['pc', 'ios'] }, { platform: 'IOS' }), true);
  assert.equal(fits({ platforms: ['iOS'] }, { platform: 'Android' }), false);
});

test('a range of builds can be one build, and both ends are of one kind', () => {
  const errorsOf = (minBuild: string, maxBuild: string) => Object.keys(cleanAudience({ minBuild, maxBuild }).problems);
  assert.deepEqual(errorsOf('2.4', '2.4.0'), []);
  assert.deepEqual(errorsOf('7', '7'), []);
  assert.deepEqual(errorsOf('2.4.1', '2.4'), ['audience.maxBuild']);
  assert.deepEqual(errorsOf('7', '8.0'), ['audience.maxBuild']);
});

test('an audience is stored without duplicates and space; one that says nothing is for everybody', () => {
  const sent: Audience = { players: [' a ', 'a', 'b'], platforms: ['PC', 'PC'], minBuild: ' 1.0 ' };
  const { audience, problems } = cleanAudience(sent);
  assert.deepEqual([audience, problems], [{ platforms: ['PC'], minBuild: '1.0', players: ['a', 'b'] }, {}]);
  assert.deepEqual(cleanAudience({}), { audience: null, problems: {} });
});
