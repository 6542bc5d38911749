import assert from 'node:assert/strict';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  getTicket,
  type Player,
  type Project,
  playerReply,
  setStatus,
  team,
  teamReply,
  unlimited,
} from '../../../server/test/helpers/builders.ts';
import type { Api } from '../../../server/test/helpers/call.ts';
import type { Member, Studio } from './studio.ts';

/** A small team's, after some weeks. */
export interface Seeded {
  readonly project: Project;
  readonly owner: Member;
  readonly agent: Member;
  readonly viewer: Member;
  /** With a long conversation, notes, events, tags and an assignee. */
  readonly busyTicket: string;
  readonly busyPlayer: Player;
}

const DEVICES = [
  ['ios', 'iPhone 17 Pro', 'iOS 26.1', 'en-GB'],
  ['android', 'Samsung Galaxy S26 Ultra', 'Android 17', 'de-DE'],
  ['windows', 'Custom PC, RTX 5090', 'Windows 11', 'fr-FR'],
  ['steamdeck', 'Steam Deck OLED', 'SteamOS 3.9', 'ar-EG'],
  ['playstation', 'PS5 Pro', '12.40', 'ja-JP'],
] as const;

const TICKETS = [
  ['bug', 'The dragon of level 12 flies through the floor and never comes back', 'I waited ten minutes. It is gone.'],
  ['payment', 'Charged twice for the Gem Chest', 'My bank shows two payments of 19.99 on the same minute.'],
  ['account', 'Kontowiederherstellungsbestätigungsemail kommt nicht an', 'Ich habe schon im Spamordner nachgesehen.'],
  ['gameplay', 'لا أستطيع مغادرة المستوى الثالث', 'الباب لا يفتح بعد هزيمة الحارس.'],
  ['feedback', 'Love the new map 😍🔥', 'Please never take the night market away! 👩🏽‍🚀'],
  ['report_player', 'Player "xX_Noob_Xx" is using an aim bot', 'Match 8841-CC, minute 7. Watch the replay.'],
  ['appeal', 'Banned for something my brother did', 'It was not me who said that in the chat.'],
  ['wombat_trouble', 'Wombat will not follow', 'The pet just stands there since the update.'],
  ['other', 'バージョン2.4.1でセーブデータが消えました', '昨日まで遊べていたのに、今日は最初からです。'],
  ['bug', 'Crash on start', 'Since this morning. Reinstalled twice.'],
  ['payment', 'Refund for the season pass', 'My child bought it by accident.'],
  ['gameplay', 'How do I get the blue key?', 'I looked everywhere in the harbour.'],
] as const;

const TAGS = [['crash'], ['refund', 'vip'], ['save-game'], [], ['localisation', 'ui'], []] as const;
const PRIORITIES = ['normal', 'high', 'normal', 'urgent', 'low', 'normal'] as const;

async function done(reply: ReturnType<typeof team>): Promise<void> {
  const { status, text } = await reply;
  assert.ok(status < 300, text);
}

async function tickets(api: Api, project: Project, count: number, assignee: Member): Promise<void> {
  await unlimited(api, project);
  for (let index = 0; index < count; index++) {
    const [type, subject, message] = TICKETS[index % TICKETS.length] ?? assert.fail();
    const [platform, deviceModel, osVersion, locale] = DEVICES[index % DEVICES.length] ?? assert.fail();
    const player = await aPlayer(api, project, {
      ...(index % 3 === 2 ? {} : { userId: `player-${4711 + index}` }),
      context: { platform, deviceModel, osVersion, locale, appVersion: `2.4.${index % 4}`, buildNumber: '24105' },
    });
    const context = { platform, deviceModel, osVersion, locale, appVersion: `2.4.${index % 4}`, buildNumber: '24105' };
    const id = await aTicket(api, player, { type, subject, message, context });
    const priority = PRIORITIES[index % PRIORITIES.length];
    const tags = TAGS[index % TAGS.length];
    const assigneeId = index % 4 === 1 ? assignee.id : null;
    await done(team(api, 'PATCH', `/tickets/${id}`, { priority, tags, assigneeId }));
    if (index % 6 === 3) await done(teamReply(api, id, 'Thank you for telling us! We are looking into it.'));
    if (index % 12 === 7) await done(setStatus(api, id, 'resolved'));
    if (index % 12 === 9) await done(setStatus(api, id, 'closed'));
  }
}

async function conversation(api: Api, project: Project, agent: Member): Promise<[Player, string]> {
  const context = {
    platform: 'android',
    deviceModel: 'Google Pixel 11',
    osVersion: 'Android 17',
    locale: 'en-GB',
    appVersion: '2.4.1',
    buildNumber: '24105',
  };
  const player = await aPlayer(api, project, { userId: 'mira.the.brave', context });
  await aPlayer(api, project, { userId: 'mira.the.brave', context: { ...context, platform: 'ios' } });
  await aTicket(api, player, { type: 'gameplay', subject: 'Where is the blue key?', context });
  const subject = 'My castle is empty after the update: walls, gardens and all 214 chickens are gone';
  const message =
    'Hi!\n\nI updated to 2.4.1 this morning and my castle is EMPTY. 😭\nThe towers are there, but no walls, no gardens and none of my 214 chickens.\n\nI have played this save for two years, please help!';
  const id = await aTicket(api, player, { type: 'bug', subject, message, context });
  const write = (text: string, kind = 'replies') =>
    done(agent.call('POST', `/tickets/${id}/${kind}`, { message: text }));
  await done(agent.call('PATCH', `/tickets/${id}`, { assigneeId: agent.id }));
  await write('Save of 2.4.0 is intact on our side (backup of 03:12 UTC). See incident 118.', 'notes');
  await write('Hello Mira, that must have been a shock. Your save is safe with us. Which device did you play on last?');
  await getTicket(api, player, id);
  await playerReply(api, player, id, 'Oh thank you!! On my tablet, then I opened it on the phone.');
  await done(agent.call('PATCH', `/tickets/${id}`, { priority: 'high', tags: ['castle', 'save-game', 'vip'] }));
  await write(
    'Merge of tablet and phone saves lost the decorations. Restoring 2.4.0 helps; chickens come back.',
    'notes',
  );
  await write(
    'We can bring back everything as it was at 03:12 this morning. What you did since then would be lost. Shall we?',
  );
  await playerReply(api, player, id, 'Yes please! 🐔🐔🐔');
  return [player, id];
}

export async function seed(studio: Studio, ticketCount = 24): Promise<Seeded> {
  const owner = await studio.member('owner', { name: 'Ada Lovelace' });
  const agent = await studio.member('agent', { name: 'Grace Hopper' });
  const viewer = await studio.member('viewer', { name: 'Katherine Johnson' });
  const project = await aProject(studio, 'Castle of Chickens');
  await aProject(studio, 'Die Schiffahrtsgesellschaftssimulation');
  await done(owner.call('POST', '/invitations', { email: 'alan@studio.example', role: 'admin' }));
  await done(owner.call('POST', '/api-keys', { name: 'Discord bridge', role: 'agent' }));
  for (const [name, body] of [
    ['Thanks', 'Thank you for writing, {{player.userId}}! We are looking into it.'],
    ['Refund', 'Purchases are refunded by the store: open its page of orders and choose "Report a problem".'],
  ]) {
    await done(owner.call('POST', '/macros', { name, body }));
  }
  const body = 'Please update to the newest version. You have {{player.appVersion}} on {{player.platform}}.';
  const actions = { status: 'resolved', priority: 'high', assignee: 'me', addTags: ['crash'] };
  await done(owner.call('POST', '/macros', { name: 'Crash on start', body, actions }));
  await anAnnouncement(studio, project, {
    title: 'Maintenance on Tuesday',
    body: 'From 9 to 10 UTC the servers rest.',
  });
  await anAnnouncement(studio, project, {
    title: 'The night market opens',
    body: 'Ten new stalls, from Friday on.',
    texts: { de: { title: 'Der Nachtmarkt öffnet', body: 'Zehn neue Stände, ab Freitag.' } },
    audience: { platforms: ['iOS', 'Android'], locales: ['de', 'pt-PT'], minBuild: '2.4', players: ['nova'] },
    timeZone: 'Asia/Tokyo',
    startsAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  await tickets(studio, project, ticketCount, agent);
  const [busyPlayer, busyTicket] = await conversation(studio, project, agent);
  return { project, owner, agent, viewer, busyTicket, busyPlayer };
}
