import assert from 'node:assert/strict';
import {
  aPlayer,
  aProject,
  aTicket,
  setStatus,
  team,
  teamReply,
  unlimited,
} from '../../server/test/helpers/builders.ts';
import { executeSql } from '../../server/test/helpers/databases.ts';
import type { Seeded } from '../test/helpers/seed.ts';
import type { Studio } from '../test/helpers/studio.ts';

/** A week of a studio with three games, for pictures. */

const HOUR_MS = 3_600_000;

const DEVICES = {
  ios: { platform: 'ios', deviceModel: 'iPhone 17 Pro', osVersion: 'iOS 26.1' },
  android: { platform: 'android', deviceModel: 'Google Pixel 11', osVersion: 'Android 17' },
  steam: { platform: 'windows', deviceModel: 'Custom PC', osVersion: 'Windows 11' },
  deck: { platform: 'steamdeck', deviceModel: 'Steam Deck OLED', osVersion: 'SteamOS 3.9' },
  console: { platform: 'playstation', deviceModel: 'PS5 Pro', osVersion: '12.40' },
} as const;

const GAMES = {
  castle: { name: 'Castle of Chickens', appVersion: '2.4.1', buildNumber: '24105' },
  stars: { name: 'Star Raiders Online', appVersion: '0.9.12', buildNumber: '912' },
  market: { name: '夜市物語 Night Market', appVersion: '5.0.3', buildNumber: '50318' },
} as const;

interface Story {
  readonly game: keyof typeof GAMES;
  readonly device: keyof typeof DEVICES;
  readonly locale: string;
  readonly userId?: string;
  readonly type: string;
  readonly subject: string;
  readonly message: string;
  readonly age: number;
  readonly priority?: 'low' | 'high' | 'urgent';
  readonly tags?: readonly string[];
  readonly isAssigned?: boolean;
  readonly reply?: string;
  readonly status?: 'resolved' | 'closed';
}

const STORIES: readonly Story[] = [
  {
    ...{ game: 'stars', device: 'steam', locale: 'en-US', userId: 'commander_vex', type: 'payment', age: 0.6 },
    subject: 'Charged three times for one battle pass',
    message: 'My bank shows three payments of 14.99 within a minute. I only got one pass.',
    ...{ priority: 'urgent', tags: ['payment', 'incident-31'] },
  },
  {
    ...{ game: 'market', device: 'ios', locale: 'ja-JP', userId: 'yuki.mochi', type: 'bug', age: 3.2 },
    subject: 'アップデート後、セーブデータが消えました',
    message: '5.0.3に更新したら、2年分の屋台が全部消えてしまいました。元に戻せますか？😭',
    ...{ priority: 'high', tags: ['save-game'] },
  },
  {
    ...{ game: 'castle', device: 'android', locale: 'de-DE', userId: 'Hühnerbaron', type: 'account', age: 2.5 },
    subject: 'Neues Handy: Meine Burg ist weg',
    message: 'Ich habe mein altes Handy zurückgesetzt und finde keinen Weg zu meinem Spielstand.',
    ...{ priority: 'high', isAssigned: true },
  },
  {
    ...{ game: 'castle', device: 'ios', locale: 'ar-EG', userId: 'ليلى', type: 'gameplay', age: 6 },
    subject: 'لا أستطيع مغادرة المستوى الثالث',
    message: 'الباب لا يفتح بعد هزيمة الحارس. جربت إعادة التشغيل مرتين.',
  },
  {
    ...{ game: 'stars', device: 'deck', locale: 'fr-FR', userId: 'nova-lune', type: 'bug', age: 9 },
    subject: 'Le jeu se ferme au saut hyperespace',
    message: 'Depuis 0.9.12, à chaque saut vers Kepler. Journal ci-dessous.',
    tags: ['crash'],
  },
  {
    ...{ game: 'market', device: 'android', locale: 'ko-KR', type: 'payment', age: 11 },
    subject: '결제했는데 보석이 들어오지 않았어요',
    message: '어제 밤 11시쯤 결제했고 영수증도 있습니다. 확인 부탁드려요 🙏',
    tags: ['payment'],
  },
  {
    ...{ game: 'stars', device: 'console', locale: 'pt-BR', userId: 'CapitaoJoao', type: 'report_player', age: 13 },
    subject: 'Jogador usando mira automática na ranqueada',
    message: 'Partida 8841-CC, minuto 7. Dá para ver no replay.',
  },
  {
    ...{ game: 'castle', device: 'ios', locale: 'en-GB', userId: 'mum_of_three', type: 'payment', age: 15 },
    subject: 'My son bought 40 gem chests by accident',
    message: 'He is six and knew the code of my tablet. Can we undo this?',
    ...{ isAssigned: true, tags: ['refund'] },
  },
  {
    ...{ game: 'market', device: 'ios', locale: 'zh-TW', userId: '小籠包大師', type: 'feedback', age: 18 },
    subject: '新的燈籠節太美了 🏮✨',
    message: '請不要拿掉煙火！另外希望可以調整音樂音量。',
    priority: 'low',
  },
  {
    ...{ game: 'stars', device: 'steam', locale: 'ru-RU', userId: 'Комета', type: 'bug', age: 20 },
    subject: 'После обновления пропал звук двигателей',
    message: 'Остальные звуки есть. Переустановка не помогла.',
  },
  {
    ...{ game: 'castle', device: 'android', locale: 'es-MX', type: 'gameplay', age: 22 },
    subject: '¿Dónde está la llave azul?',
    message: 'Busqué en todo el puerto y no la encuentro.',
    ...{ priority: 'low' },
  },
  {
    ...{ game: 'stars', device: 'steam', locale: 'en-US', userId: 'grumblefox', type: 'appeal', age: 26 },
    subject: 'Banned for something my brother said',
    message: 'It was not me in the chat. Please look at the time, I was at school.',
  },
  {
    ...{ game: 'castle', device: 'ios', locale: 'it-IT', userId: 'nonna.rosa', type: 'other', age: 30 },
    subject: 'Come cambio la lingua del gioco?',
    message: 'Mio nipote ha messo il giapponese e non trovo più il menu.',
    reply: 'Buongiorno! Impostazioni è il terzo simbolo in alto, la lingua è la prima voce.',
  },
  {
    ...{ game: 'market', device: 'android', locale: 'en-US', userId: 'dumpling_dan', type: 'bug', age: 44 },
    subject: 'Stall upgrade takes the coins and does nothing',
    message: 'Twice now, 12,000 coins each.',
    ...{ isAssigned: true, reply: 'Thank you, Dan. We found both purchases and are giving the coins back.' },
  },
  {
    ...{ game: 'castle', device: 'android', locale: 'pl-PL', userId: 'kurka', type: 'feedback', age: 70 },
    subject: 'Kocham nowe kurczaki! 🐔',
    message: 'Najlepsza aktualizacja od roku.',
    ...{ reply: 'Dziękujemy! Przekażemy to zespołowi.', status: 'resolved' },
  },
  {
    ...{ game: 'stars', device: 'deck', locale: 'en-GB', userId: 'orbital', type: 'bug', age: 120 },
    subject: 'Docking camera spins on Steam Deck',
    message: 'Only with gyro switched on.',
    ...{ reply: 'Fixed in 0.9.12, thank you for the clear report.', status: 'closed' },
  },
];

async function done(reply: ReturnType<typeof team>): Promise<void> {
  const { status, text } = await reply;
  assert.ok(status < 300, text);
}

/** They get their ages directly in the database. */
export async function addRealWeek(studio: Studio, { agent, project }: Seeded): Promise<void> {
  const projects = {
    castle: project,
    stars: await aProject(studio, GAMES.stars.name),
    market: await aProject(studio, GAMES.market.name),
  };
  const now = Date.now();
  for (const story of STORIES) {
    const { game, device, locale, userId, type, subject, message, age, reply, status, priority, tags } = story;
    await unlimited(studio, projects[game]);
    const { name: _name, ...build } = GAMES[game];
    const context = { ...DEVICES[device], ...build, locale };
    const player = await aPlayer(studio, projects[game], { ...(userId === undefined ? {} : { userId }), context });
    const id = await aTicket(studio, player, { type, subject, message, context });
    const change = { priority, tags, ...(story.isAssigned ? { assigneeId: agent.id } : {}) };
    if (Object.values(change).some((value) => value !== undefined))
      await done(team(studio, 'PATCH', `/tickets/${id}`, change));
    if (reply !== undefined) await done(teamReply(studio, id, reply));
    if (status !== undefined) await done(setStatus(studio, id, status));
    const at = Math.round(now - age * HOUR_MS);
    await executeSql(
      studio.databaseUrl,
      `UPDATE ticket SET created_at = ${at}, last_message_at = ${at},
        attention_since = CASE WHEN attention_since IS NULL THEN NULL ELSE ${at} END WHERE ticket_id = '${id}'`,
    );
  }
}
