import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { repeatedShare, textKey } from '../../../src/domain/known-texts.ts';

suite('known texts', () => {
  test('have the same key if they differ only in case, digits, punctuation, emoji or white space', () => {
    const key = textKey('Free gems at example.org!');
    for (const text of [
      'FREE gems, at example.org',
      'free gems at example.org 123 🎁',
      ' Free  gems\nat: example.org',
      'Free\u3164 ge\u1160ms\u{e0100} at example\uffa0.org',
    ]) {
      assert.equal(textKey(text), key, text);
    }
    assert.notEqual(textKey('Free coins at example.org!'), key);
    assert.equal(key.length, 22);
  });

  test('without letters have a key of their own', () => {
    assert.equal(textKey(' 123 '), textKey('123'));
    assert.notEqual(textKey('123'), textKey('124'));
    assert.notEqual(textKey('🎁'), textKey('123'));
  });

  test('in other scripts are compared by their letters', () => {
    assert.equal(textKey('無料の宝石！'), textKey('無料の宝石 1'));
    assert.notEqual(textKey('無料の宝石'), textKey('有料の宝石'));
  });
});

suite('the share of repeated texts', () => {
  const different = [
    'I cannot log in since the update',
    'My save game is gone after the patch',
    'The shop took my money and gave me nothing',
    'How do I link my account to a new phone',
    'Game crashes when I open the map',
    'The second boss does not move at all',
  ];

  test('is 0 for texts that differ, and for two that are the same', () => {
    assert.equal(repeatedShare([]), 0);
    assert.equal(repeatedShare(different), 0);
    assert.equal(repeatedShare([...different, different[0] ?? '']), 0);
  });

  test('counts texts that occur three times', () => {
    assert.equal(repeatedShare([...different.slice(0, 3), 'Help!', 'help', 'HELP']), 0.5);
  });

  test('counts texts in which a program changes some words', () => {
    const names = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern'];
    const texts = names.map((name) => `Hi ${name}, get free gems today at our shop, only for ${name} and friends`);
    assert.equal(repeatedShare(texts), 1);
  });

  test('counts texts behind many invisible characters', () => {
    const names = ['amber', 'birch', 'cedar'];
    assert.equal(repeatedShare(names.map((name) => `${'\u200b'.repeat(2000)}get free gems at ${name}`)), 1);
  });

  test('does not count texts that have only some words in common', () => {
    const problem = 'cannot get past the loading screen';
    const texts = [
      `Since the update my son ${problem} on his old tablet, only the music plays`,
      `Hello team, I ${problem} after the patch of yesterday, what should I try`,
      `We both ${problem}, my wife and I, with two phones and two accounts`,
      `I ${problem} when I use mobile data, and at home it works again`,
    ];
    assert.equal(repeatedShare(texts), 0);
  });

  test('does not count a short text whose words are in long ones', () => {
    const short = 'Cannot log in';
    assert.equal(
      repeatedShare([short, ...different.slice(0, 1).map((text) => `${text}. ${short}.`), `${short}, said my son`]),
      0,
    );
  });
});
