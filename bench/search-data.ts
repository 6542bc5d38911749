import { command } from './api.ts';

/** Messages in invented words, searches for them, and their index. */

/** Each as frequent as 1 divided by its rank. */
const WORDS = 50_000;
const WORDS_PER_MESSAGE = 60;

const LETTERS = 'etaoinshrdlucmfwypvbgkjqxz';
const SPACELESS = '日本語私達宝石消見了请帮忙我的不城金更新今朝戻買物全部無';

/** Always yields the same, from 0 to 1. */
function* numbers(): Generator<number, never> {
  for (let state = 12345; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
const random = numbers();
export const draw = () => random.next().value;

/** Makes a rank's word: short ones are common. */
export function word(rank: number): string {
  let text = '';
  for (let rest = rank + LETTERS.length * 3; rest > 0; rest = Math.floor(rest / LETTERS.length)) {
    text += LETTERS[(rest * 7 + text.length) % LETTERS.length];
  }
  return text;
}
export const rank = () => Math.min(WORDS - 1, Math.floor(WORDS ** draw()) - 1);

export function message(index: number): string {
  if (index % 10 === 9) {
    return Array.from({ length: 40 }, () => SPACELESS[Math.floor(draw() ** 2 * SPACELESS.length)]).join('');
  }
  return Array.from({ length: WORDS_PER_MESSAGE }, () => word(rank())).join(' ');
}

/** Indexes all messages by a command. Returns the time for one, in microseconds. */
export function indexMessages(url: string, messages: number): number {
  const began = performance.now();
  command(url, 'index-messages');
  return ((performance.now() - began) * 1000) / messages;
}

/** Searches by name. Each round has another word of the same frequency. */
export const SEARCHES: Readonly<Record<string, (round: number) => string>> = {
  'a frequent word': (round) => word(round % 5),
  'two frequent words': (round) => `${word(round % 7)} ${word(10 + round)}`,
  'a word of 1 in 500 messages': (round) => word(3000 + round),
  'a rare word': (round) => word(49_000 + round),
  'three words, rarely together': (round) => `${word(2000 + round)} ${word(2500 + round)} ${word(800 + round)}`,
  'two letters': (round) => word(100 + round).slice(0, 2),
  'one letter': (round) => LETTERS[round % 26] ?? 'e',
  'two frequent words in quotes': (round) => `"${word(round % 7)} ${word(10 + round)}"`,
  'a word with a letter too many': (round) => `${word(3000 + round)}q`,
  'a long word that is nowhere': (round) => `zzzzqqqqzzzzqqqq${LETTERS[round % 26]}`,
  'a word that is nowhere': (round) => `zzzzqqq${round}`,
  '日本 (pairs)': (round) => `${SPACELESS[round % 20]}${SPACELESS[(round * 3) % 20]}`,
  'four characters, rarely in this order': (round) =>
    [0, 3, 7, 11].map((step) => SPACELESS[(round + step) % SPACELESS.length]).join(''),
};
