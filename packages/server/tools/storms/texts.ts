/** Texts of simulated players and attackers. One source gives all random numbers. */
export type Random = () => number;

const one = <Value>(random: Random, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('no values');
  return value;
};

/** Many players write the same words. The most frequent come first. */
const SHORT = [
  'help',
  'I cannot log in',
  'cant login',
  'login does not work',
  'server down',
  'please fix the game',
  'the game crashes',
  'where is my account',
  'lost everything',
  'refund please',
];

const OPENINGS = ['', 'Hi,', 'Hello,', 'Hey team,', 'Good evening.', 'Please help!', 'So', 'Since today', 'Again,'];
const WHO = ['I', 'my son', 'my brother', 'we both', 'my wife', 'our whole guild', 'half of my friends'];
const WHEN = [
  'since the update',
  'after the patch',
  'this morning',
  'for an hour now',
  'every time',
  'since I got a new phone',
  'on mobile data',
  'while in a match',
];
const WHAT = [
  'cannot get past the loading screen',
  'see only a black picture when the game starts',
  'get thrown out in the middle of a fight',
  'lost the sword that took three weeks to get',
  'paid for the season pass and it never showed up',
  'am stuck in the tutorial with the blue door',
  'hear no sound at all except the menu music',
  'find my level back at one and all gold gone',
  'never receive the code that you send by mail',
  'am told that the account exists already',
  'wait in the queue at place 4000 and it does not move',
  'have everything upside down on my tablet',
];
const DETAILS = [
  'Restarting changes nothing.',
  'Reinstalled twice already.',
  'It worked fine yesterday.',
  'Is it just me?',
  '',
];
const SYLLABLES = 'ka ro mi ten dol vas pir une sol gar bel tis ona rek lum fay zed qui'.split(' ');

const word = (random: Random) =>
  Array.from({ length: 2 + Math.floor(random() * 2) }, () => one(random, SYLLABLES)).join('');
const words = (random: Random, count: number) => Array.from({ length: count }, () => word(random)).join(' ');

/** Some are short, in shared words: `SHORT`'s first is as frequent as the next three together. */
export function honestText(random: Random, shortShare: number): string {
  if (random() < shortShare) return SHORT[Math.floor(SHORT.length * random() ** 2)] ?? 'help';
  const own = words(random, 3 + Math.floor(random() * 8));
  const parts = [
    one(random, OPENINGS),
    one(random, WHO),
    one(random, WHAT),
    one(random, WHEN),
    own,
    one(random, DETAILS),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

export const ATTACK_TEXTS = {
  'the same text with other numbers': (random: Random) =>
    `FREE GEMS!!! Go to gems-${Math.floor(random() * 1e6)}.example and enter code ${Math.floor(random() * 1e9)}`,
  'a template with other words': (random: Random) =>
    `Hello ${word(random)}, get free gems and gold for your account today at ${word(random)} dot example, only for ${word(random)}`,
  'texts that all differ': (random: Random) => words(random, 12),
} as const satisfies Record<string, (random: Random) => string>;
