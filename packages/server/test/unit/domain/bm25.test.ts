import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bm25, collectionOf, type TermCounts, termWeight } from '../../../src/domain/bm25.ts';
import { lookedUp, profileOf } from '../../../src/domain/issue-profile.ts';
import { comparedTicket, fitOf, whyOf } from '../../../src/domain/suggestion.ts';
import { shownWords, termsOf } from '../../../src/domain/terms.ts';

const counted = (counts: Record<string, number>): TermCounts => ({
  counts: new Map(Object.entries(counts)),
  length: Object.values(counts).reduce((sum, count) => sum + count, 0),
});
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 0.0001, `${actual} instead of ${expected}`);

const COLLECTION = collectionOf([
  counted({ crash: 1, the: 2 }),
  counted({ the: 1, game: 1, lava: 1 }),
  counted({ the: 2, game: 1 }),
  counted({ the: 3 }),
]);

test('BM25 has the values that were worked out by hand', () => {
  assert.deepEqual([COLLECTION.documents, COLLECTION.averageLength], [4, 3]);
  // ln(1 + 3.5 / 1.5), ln(1 + 2.5 / 2.5), ln(1 + 0.5 / 4.5), ln(1 + 4.5 / 0.5)
  near(termWeight(COLLECTION, 'crash'), 1.20397);
  near(termWeight(COLLECTION, 'game'), Math.LN2);
  near(termWeight(COLLECTION, 'the'), 0.10536);
  near(termWeight(COLLECTION, 'nowhere'), Math.LN10);
  const query = new Map([
    ['the', 1],
    ['crash', 1],
    ['absent', 1],
  ]);
  // Of average length with each term once: the weights themselves.
  const [first, second, ...none] = bm25(query, counted({ crash: 1, the: 1, other: 1 }), COLLECTION);
  assert.deepEqual([first?.term, second?.term, none], ['crash', 'the', []]);
  near(first?.score, 1.20397);
  near(second?.score, 0.10536);
  // Twice in a text of twice the length: 4.4 / (2 + 1.2 * (0.25 + 0.75 * 2)) = 1.07317.
  near(bm25(new Map([['crash', 1]]), counted({ crash: 2, x: 4 }), COLLECTION)[0]?.score, 1.29206);
  near(bm25(new Map([['crash', 0.5]]), counted({ crash: 2, x: 4 }), COLLECTION)[0]?.score, 0.64603);
});

test('a term that is repeated without end counts less than 2.2 times', () => {
  const [part] = bm25(new Map([['crash', 1]]), counted({ crash: 50_000 }), COLLECTION);
  assert.ok((part?.score ?? 9) < 1.20397 * 2.2);
});

test('an empty collection has weights too', () => {
  const empty = collectionOf([]);
  near(termWeight(empty, 'crash'), Math.log(2));
  near(bm25(new Map([['crash', 1]]), counted({ crash: 1 }), empty)[0]?.score, Math.log(2));
});

test('terms are beginnings of words, and pairs in scripts without spaces', () => {
  const terms = (text: string) =>
    [...termsOf(text).counts].map(([term, count]) => (count === 1 ? term : [term, count]));
  assert.deepEqual(terms('Crashes, crashed: CRASH!'), [['crash', 3]]);
  assert.deepEqual(terms('stürzt Absturz abstürzen a 7'), ['sturz', ['abstu', 2]]);
  assert.deepEqual(terms('消えた'), ['消え', 'えた']);
  assert.deepEqual(terms('消'), ['消']);
  assert.deepEqual(terms('💎 gems'), ['💎', 'gems']);
  assert.deepEqual(terms('"OR* (\0) \' &|!:*'), ['or']);
});

test('only the beginning of a long text is compared', () => {
  assert.deepEqual(termsOf(`${'word '.repeat(400)}needle`).counts, new Map([['word', 400]]));
});

test('words are shown as the text has them, neighbouring pairs together', () => {
  const shown = (text: string, terms: string[], limit = 5) => shownWords([text], terms, limit);
  assert.deepEqual(shown('It crashed in the Volcanoes', ['volca', 'crash']), ['volcanoes', 'crashed']);
  assert.deepEqual(shown('セーブデータが消えた', ['消え', 'セー', 'ーブ', 'データ']), ['消え', 'セーブ']);
  assert.deepEqual(shown('one two three', ['one', 'two', 'three'], 2), ['one', 'two']);
  assert.deepEqual(shown('x'.repeat(500), ['xxxxx']), ['x'.repeat(40)]);
});

const ticket = (message: string, context: object = {}) => ({
  type: 'bug',
  subject: '',
  message,
  context: JSON.stringify(context),
});
const issue = (fields: object = {}) =>
  profileOf({ title: 'Volcano crash', texts: [], builds: [], platforms: [], linked: [], ...fields }, COLLECTION);

test('type, build and platform add their stated part, and nothing without a word', () => {
  const profile = issue({ builds: ['2.4.1 '], platforms: ['iOS'], linked: [ticket('Volcano')] });
  const suggestion = (fields: ReturnType<typeof ticket>) => {
    const fit = fitOf(profile, comparedTicket(fields), COLLECTION);
    return fit && { score: fit.score, why: whyOf(fit, fields) };
  };
  const plain = suggestion({ ...ticket('volcano'), type: 'other' }) ?? assert.fail();
  assert.deepEqual(plain.why, { words: ['volcano'], sameType: false, sameBuild: false, samePlatform: false });
  const context = { appVersion: '2.4.1', platform: 'ios' };
  const all = suggestion(ticket('volcano', context)) ?? assert.fail();
  assert.deepEqual(all.why, { words: ['volcano'], sameType: true, sameBuild: true, samePlatform: true });
  // In a text of one term: 2.2 / (1 + 1.2 * (0.25 + 0.75 / 3)) = 1.375, then 40 % more: 1.925.
  assert.deepEqual([plain.score, all.score], [1.38, 1.92]);
  assert.equal(suggestion(ticket('something else', context)), undefined);
});

test('without listed builds and platforms, those of more than half of the linked tickets count', () => {
  const linked = [
    ticket('a', { appVersion: '1', platform: 'ios' }),
    ticket('a', { appVersion: '1', platform: 'android' }),
    ticket('a', { appVersion: '2', platform: 'ios' }),
  ];
  const { types, builds, platforms } = issue({ linked });
  assert.deepEqual([[...types], [...builds], [...platforms]], [['bug'], ['1'], ['ios']]);
  assert.deepEqual([...issue({ linked: linked.slice(1) }).builds], []);
});

test('a word of one linked ticket counts less than one of many or of the title', () => {
  const { terms } = issue({ texts: ['lava'], linked: [ticket('boss boots'), ticket('boss')] });
  assert.deepEqual(Object.fromEntries(terms), { volca: 1, crash: 1, lava: 0.5, boss: 0.5, boots: 0.25 });
});

test('frequent words are looked up only if there is no other, in a large sample', () => {
  const repeated = collectionOf(Array.from({ length: 300 }, () => counted({ game: 1, zone: 1 })));
  assert.deepEqual(lookedUp(issue({ title: 'Zone volcano game' }), repeated), ['volca']);
  assert.deepEqual(lookedUp(issue({ title: 'Zone game' }), repeated), ['zone', 'game']);
  const texts = (documents: number) =>
    collectionOf(
      Array.from({ length: documents }, (_, index) =>
        counted(index < 31 ? { game: 1 } : index < 61 ? { volca: 1 } : index < 100 ? { level: 1 } : {}),
      ),
    );
  const popular = (documents: number) => {
    const fields = { title: 'game', texts: [], builds: [], platforms: [] };
    const profile = profileOf({ ...fields, linked: [ticket('volcano level')] }, texts(documents));
    return lookedUp(profile, texts(documents));
  };
  assert.deepEqual(popular(200), ['game', 'volca'], 'the best one, however frequent, and no other in more than 30');
  assert.deepEqual(popular(199), ['game', 'volca', 'level'], 'all in a small sample');
  const title = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');
  assert.equal(issue({ title }).terms.size, 24);
  assert.deepEqual(
    [lookedUp(issue({ title }), texts(199)).length, lookedUp(issue({ title }), texts(200)).length],
    [24, 8],
  );
});

test('words that only join others say nothing about a known issue', () => {
  const { terms } = issue({
    title: 'When I am at the boss door',
    texts: ['Nach dem Sprung stürzt es über uns ab'],
    linked: [ticket('on the level, où est-ce que')],
  });
  assert.deepEqual(Object.fromEntries(terms), { boss: 1, door: 1, sprun: 0.5, sturz: 0.5, level: 1 / 3 });
});
