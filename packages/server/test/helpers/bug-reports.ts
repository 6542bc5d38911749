/** To measure suggestions: ten bugs in many words each, and others with the same frequent words. */

export interface Report {
  readonly type: string;
  readonly subject: string;
  readonly message: string;
  readonly platform: string;
  readonly appVersion: string;
}

interface Bug {
  readonly title: string;
  readonly type: string;
  readonly platforms: readonly string[];
  readonly build: string;
  readonly subjects: readonly string[];
  readonly what: readonly string[];
  readonly when: readonly string[];
  readonly more: readonly string[];
}

const EN_MORE = [
  'I already restarted my phone.',
  'Please help, I play every day!',
  'It worked before the update.',
  'My friend has the same problem.',
  '',
  'Can I get a refund?',
  'Thanks in advance',
  'This is the third time I write to you.',
];
const DE_MORE = [
  'Neustart hat nicht geholfen.',
  'Bitte um Hilfe!',
  'Vor dem Update ging es noch.',
  'Ein Freund hat das auch.',
  '',
  'Danke im Voraus',
];
const JA_MORE = [
  '再起動しても直りません。',
  '至急お願いします。',
  'アップデート前は大丈夫でした。',
  '友達も同じです。',
  '',
];

export const BUGS: readonly Bug[] = [
  {
    title: 'Crash when entering the volcano dungeon',
    type: 'bug',
    platforms: ['android'],
    build: '2.4.1',
    subjects: ['Game crashes', 'volcano broken', 'It closes itself', 'Cannot play the dungeon'],
    what: [
      'the game crashes to the home screen',
      'the app just closes',
      'everything freezes and then it crashed',
      'I get kicked out to my desktop',
    ],
    when: [
      'every time I enter the volcano',
      'as soon as the volcano dungeon loads',
      'in the lava dungeon, the volcano one',
      'when walking into the Volcano dungeon with my party',
    ],
    more: EN_MORE,
  },
  {
    title: 'Gems not credited after purchase',
    type: 'payment',
    platforms: ['ios'],
    build: '2.4.1',
    subjects: ['Where are my gems', 'Purchase missing', 'Paid but nothing', 'payment problem'],
    what: [
      'I bought the gem pack and was charged',
      'my purchase of 500 gems went through',
      'I purchased gems with my card',
      'the store took my money for gems',
    ],
    when: [
      'but the gems never arrived',
      'and nothing was credited',
      'but my gem balance is the same',
      'and no gems were credited to me',
    ],
    more: EN_MORE,
  },
  {
    title: 'Guild chat shows no new messages',
    type: 'bug',
    platforms: ['android', 'ios'],
    build: '2.4.0',
    subjects: ['Chat', 'guild chat empty', 'cannot read messages', 'Guild problem'],
    what: [
      'the guild chat stays empty',
      'new chat messages do not show up',
      'I cannot see what my guild writes',
      'chat is stuck on old messages',
    ],
    when: [
      'since yesterday in my guild',
      'until I log out of the guild screen',
      'when somebody posts in guild chat',
      'whenever guildmates send something',
    ],
    more: EN_MORE,
  },
  {
    title: 'Black screen after the intro video',
    type: 'bug',
    platforms: ['windows'],
    build: '2.4.2',
    subjects: ['Black screen', 'cannot start', 'stuck at start', 'nothing after video'],
    what: [
      'the screen goes black',
      'I only see a black screen',
      'there is only black and sound',
      'it stays black forever',
    ],
    when: [
      'after the intro video',
      'once the intro has played',
      'right when the opening video ends',
      'after skipping the intro',
    ],
    more: EN_MORE,
  },
  {
    title: 'Daily quest does not reset',
    type: 'bug',
    platforms: ['android', 'ios'],
    build: '2.4.2',
    subjects: ['Quests', 'daily quest stuck', 'no new quests', 'Timer wrong'],
    what: [
      'my daily quests did not reset',
      'the daily quest list is still the old one',
      'the quest timer hangs at zero',
      'quests from yesterday are still completed',
    ],
    when: [
      'at midnight',
      'although the daily reset was hours ago',
      'since the clocks changed',
      'this morning after the reset',
    ],
    more: EN_MORE,
  },
  {
    title: 'Controller vibration never stops',
    type: 'bug',
    platforms: ['playstation'],
    build: '2.4.1',
    subjects: ['Controller', 'vibration bug', 'gamepad shakes', 'rumble'],
    what: [
      'my controller keeps vibrating',
      'the vibration does not stop',
      'the gamepad vibrates nonstop',
      'endless rumble and vibration of the controller',
    ],
    when: [
      'after a boss fight',
      'when I open the menu during an explosion',
      'even in the pause menu',
      'until I unplug the controller',
    ],
    more: EN_MORE,
  },
  {
    title: 'Spielstand nach Cloud-Synchronisierung weg',
    type: 'bug',
    platforms: ['ios'],
    build: '2.4.1',
    subjects: ['Spielstand weg', 'Fortschritt verloren', 'Cloud', 'alles gelöscht'],
    what: [
      'mein Spielstand ist verschwunden',
      'der gesamte Spielstand wurde gelöscht',
      'ich fange wieder bei Level 1 an, Spielstand weg',
      'meine Spielstände sind nicht mehr da',
    ],
    when: [
      'nach der Synchronisierung mit der Cloud',
      'seit die Cloud synchronisiert hat',
      'als ich die Cloud-Speicherung eingeschaltet habe',
      'beim Synchronisieren auf das neue Handy',
    ],
    more: DE_MORE,
  },
  {
    title: 'Absturz beim Öffnen des Inventars',
    type: 'bug',
    platforms: ['android'],
    build: '2.4.2',
    subjects: ['Absturz', 'Inventar geht nicht', 'stürzt ab', 'Spiel schließt sich'],
    what: ['das Spiel stürzt ab', 'es gibt einen Absturz', 'die App schließt sich sofort', 'alles friert ein'],
    when: [
      'wenn ich das Inventar öffne',
      'beim Öffnen vom Inventar',
      'sobald ich auf mein Inventar tippe',
      'immer im Inventar beim Sortieren',
    ],
    more: DE_MORE,
  },
  {
    title: 'セーブデータが消える',
    type: 'bug',
    platforms: ['ios'],
    build: '2.4.1',
    subjects: ['データ消失', 'セーブについて', '助けてください', 'データが消えました'],
    what: [
      'セーブデータが消えました',
      'セーブしたデータがなくなっています',
      'データがすべて消失しました',
      '保存したはずのセーブデータがありません',
    ],
    when: ['アプリを更新したあとに', '機種変更のあと', '今朝ログインしたら', 'タイトル画面に戻ったら'],
    more: JA_MORE,
  },
  {
    title: 'ガチャの演出で画面が固まる',
    type: 'bug',
    platforms: ['android'],
    build: '2.4.2',
    subjects: ['ガチャ', '画面が固まる', 'フリーズします', 'ガチャが引けない'],
    what: [
      'ガチャの画面が固まって動きません',
      'ガチャの演出の途中でフリーズします',
      '召喚の演出で画面が止まります',
      'ガチャを引くと固まります',
    ],
    when: ['十連ガチャのときに', '毎回同じところで', 'スキップを押すと', '虹色の演出が出ると'],
    more: JA_MORE,
  },
];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

export const reportsOf = (bug: Bug, count: number): Report[] =>
  Array.from({ length: count }, (_, index) => {
    const [what, when] = [at(bug.what, index), at(bug.when, index + Math.floor(index / 4))];
    const isSpaceless = bug.more === JA_MORE;
    const sentence = isSpaceless ? `${when}、${what}。` : index % 2 === 0 ? `${when}, ${what}.` : `${what} ${when}.`;
    return {
      // Some players send no type, or have another build.
      type: index % 5 === 0 ? 'other' : bug.type,
      subject: at(bug.subjects, index * 3 + Math.floor(index / 3)),
      message: `${sentence} ${at(bug.more, index * 5 + 1)}`,
      platform: at(bug.platforms, index),
      appVersion: index % 4 === 0 ? '2.3.9' : bug.build,
    };
  });

const NOISE_SUBJECTS = [
  'Help',
  'Question',
  'Game problem',
  'Please answer',
  'Frage',
  'Hilfe',
  '質問です',
  'Bug',
  'Purchase',
  'Crash',
];
const NOISE = [
  'How do I change my name in the game',
  'The game crashes when I watch an advertisement',
  'It crashed while loading the arena match',
  'I was charged twice for the battle pass',
  'My purchase of the starter bundle has the wrong hero',
  'A player insulted me in the world chat',
  'How can I leave my guild and join another one',
  'The screen is too bright at night',
  'I lost a ranked match because of lag',
  'Please add a quest about dragons',
  'My account was banned, I did nothing',
  'The login with my mail address does not work',
  'The sound is gone in the main menu',
  'I cannot find my friend code',
  'The tutorial is stuck at the second step',
  'Your last update made the colours ugly',
  'Which controller can I use on the tablet',
  'I opened a chest and the reward was missing',
  'Wie ändere ich meinen Namen im Spiel',
  'Das Spiel stürzt ab, wenn Werbung kommt',
  'Mein Kauf vom Startpaket kam doppelt',
  'Ich kann mich nicht anmelden, Passwort vergessen',
  'Wann kommt das nächste Update',
  'Mein Freund wurde gesperrt',
  'ゲームの名前を変更したいです',
  '課金したのにアイテムが届きません',
  'ログインできません',
  '対戦のラグがひどいです',
  '広告を見ると画面が閉じます',
  '次のアップデートはいつですか',
];
const NOISE_MORE = [
  ...EN_MORE,
  'I am on level 40.',
  'My phone is new.',
  'I play since the beginning and love the game.',
];
const PLATFORMS = ['android', 'ios', 'windows', 'playstation'];

export const otherReports = (count: number): Report[] =>
  Array.from({ length: count }, (_, index) => ({
    type: at(['bug', 'other', 'payment', 'account'], index),
    subject: at(NOISE_SUBJECTS, index * 7 + Math.floor(index / 30)),
    message: `${at(NOISE, index)}. ${at(NOISE_MORE, index * 3 + Math.floor(index / 30))}`,
    platform: at(PLATFORMS, index + Math.floor(index / 4)),
    appVersion: at(['2.4.1', '2.4.2', '2.4.0', '2.3.9'], index + Math.floor(index / 16)),
  }));
