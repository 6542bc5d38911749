import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import { openBulk } from './bulk.ts';
import type { Seeded } from './rows.ts';
import { indexMessages, message } from './search-data.ts';
import { type Copied, copyTickets, newMember, newOwner, prepareTeam, ticketToCopy } from './team.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TEXT = 'Since the update this morning my castle is back at level 3 and the gems that I bought are gone. '.repeat(
  6,
);
/** Words as in the search benchmark. */
const textOf = (index: number) => `${message(index)} ${TEXT}`.slice(0, TEXT.length);
const MEMBERS = 20;
/** The hours, builds, platforms and types of the radar. */
const RADAR = {
  hours: 35 * 24,
  builds: 4,
  platforms: ['ios', 'android'],
  types: ['bug', 'payment', 'gameplay', 'account', 'other'],
};
/** So many tickets share one with rare values. */
const RARE_EVERY = 25_000;
const CONTEXT = { buildNumber: '21400', deviceModel: 'iPhone17,1', osVersion: '26.1' };

interface Filled {
  /** The Cookie header of a member. */
  readonly cookie: string;
  readonly projectId: string;
  readonly ticketId: string;
}

/** Fills an empty database. */
export async function fill(
  site: Pick<Seeded, 'url' | 'directory'>,
  tickets: number,
  projects: number,
): Promise<Filled> {
  const prepared = await prepareTeam(site, projects, async (team) => {
    const { cookie, id } = await newOwner(site.url, team);
    const members = [id];
    while (members.length < MEMBERS) members.push((await newMember(team, 'agent', null)).id);
    const originals: Copied[][] = [];
    for (const project of team.projects) {
      const ofProject: Copied[] = [];
      for (const status of TICKET_STATUSES) {
        ofProject.push(await ticketToCopy(team, project, { status, context: CONTEXT }));
      }
      originals.push(ofProject);
    }
    return { cookie, members, originals, projectId: team.projects[0]?.id ?? '' };
  });
  const { cookie, members, originals, projectId } = prepared;
  const copyOf = (index: number) => {
    const text = textOf(index);
    const isRare = index % RARE_EVERY === RARE_EVERY - 1;
    const context = JSON.stringify({
      appVersion: `2.${index % 40}.0`,
      buildNumber: CONTEXT.buildNumber,
      platform: isRare ? 'stadia' : ['ios', 'android', 'steam'][index % 3],
      locale: ['de-DE', 'en-US', 'fr-FR', 'ja-JP'][index % 4],
      deviceModel: CONTEXT.deviceModel,
      osVersion: CONTEXT.osVersion,
    });
    return {
      of: originals[index % projects]?.[index % TICKET_STATUSES.length]?.playerId ?? '',
      earlierMs: index * MINUTE,
      player: { context },
      ticket: {
        context,
        type: index % 5 === 0 ? 'payment' : 'bug',
        message: text,
        last_message_preview: text.slice(0, 140),
        assignee_id: index % 1000 === 0 ? null : (members[Math.floor(index / 4) % MEMBERS] ?? null),
        priority: isRare ? PRIORITIES.indexOf('urgent') : 1,
        tags: isRare ? '["vip"]' : index % 2 === 0 ? '["refund"]' : null,
      },
    };
  };
  const all = { originals: originals.flat().map(({ playerId }) => playerId), count: tickets };
  await copyTickets(site.url, all, copyOf);
  await insertCounters(site.url, projectId);
  indexMessages(site.url, tickets);
  return { cookie, projectId, ticketId: originals[0]?.[0]?.ticketId ?? '' };
}

/**
 * Inserts counters of each hour, build, platform and type from the originals' counters. `*` has the
 * sum of all players.
 */
async function insertCounters(url: string, projectId: string): Promise<void> {
  const bulk = await openBulk(url);
  const [tickets = {}] = await bulk.read('radar_count', 'project_id', projectId);
  const [players = {}] = await bulk.read('radar_player', 'project_id', projectId);
  const running = Math.floor(Date.now() / HOUR);
  for (let hour = running - RADAR.hours; hour < running; hour++) {
    for (let build = 0; build < RADAR.builds; build++) {
      for (const platform of RADAR.platforms) {
        const series = { hour, build: `1.${build}`, platform };
        bulk.insert('radar_player', { ...players, ...series, node: '', players: 1000, sketch: null });
        for (const type of RADAR.types) {
          bulk.insert('radar_count', { ...tickets, player_id: '*', ...series, type });
        }
      }
    }
    await bulk.waitForCapacity();
  }
  await bulk.finish();
}
