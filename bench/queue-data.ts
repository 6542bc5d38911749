import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import { serializeContext } from '../packages/server/src/domain/context.ts';
import { newId, newTicketId, playerId } from '../packages/server/src/domain/ids.ts';
import { newProject } from '../packages/server/src/domain/project.ts';
import { DAY, MINUTE } from '../packages/server/src/domain/time.ts';
import { hashSecret, newSessionSecret } from '../packages/server/src/domain/tokens.ts';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import { NEVER_SNOOZED, NO_ANSWERS, NO_KNOWN_ISSUE, NOT_MERGED } from '../packages/server/src/store/tables.ts';
import { newMember } from '../packages/server/src/team/members/new-member.ts';
import { PostgresBulk } from './bulk-postgres.ts';
import { SqliteBulk } from './bulk-sqlite.ts';
import { fillRadar } from './radar/fill.ts';
import { indexMessages, message } from './search-data.ts';

const TEXT = 'Since the update this morning my castle is back at level 3 and the gems that I bought are gone. '.repeat(
  6,
);
/** Its words are those of the benchmark of the search. */
const textOf = (index: number) => `${message(index)} ${TEXT}`.slice(0, TEXT.length);
/** The hours, builds and platforms of the radar. */
const RADAR = { hours: 35 * 24, builds: 4, platforms: ['ios', 'android'] };
/** One in this many tickets has the rare values. */
const RARE_EVERY = 25_000;

interface Filled {
  /** The session of a member. */
  readonly session: string;
  /** One of the projects. */
  readonly projectId: string;
}

/** Fills a database. */
export async function fill(url: string, tickets: number, projectCount: number): Promise<Filled> {
  const now = Date.now();
  const store = await openStore(url, { mode: 'tool' });
  await store.migrate();
  const projects = Array.from({ length: projectCount }, (_, index) => newProject(`Game ${index}`, now));
  for (const project of projects) await store.projects.insert(project);
  const members = Array.from({ length: 20 }, () => newId('member', now));
  const [member_id = ''] = members;
  const row = newMember(
    { email: 'bench@example.com', name: 'Bench', role: 'owner', projectIds: null, passwordHash: '' },
    now,
  );
  await store.members.insert({ ...row, member_id });
  const session = newSessionSecret();
  const session_hash = hashSecret(session);
  await store.memberSessions.begin({
    ...{ session_hash, member_id, created_at: now, expires_at: now + DAY },
    ...{ last_used_at: null, device: null, address: null, browser_hash: null },
  });
  const projectId = projects[0]?.project_id ?? '';
  await fillRadar(store, projectId, { now, ...RADAR });
  await store.close();

  const file = databaseFile(url);
  const bulk = file === undefined ? await PostgresBulk.open(url) : new SqliteBulk(file);
  for (let index = 0; index < tickets; index++) {
    // Spread over the key space like real ids, so tickets of one time are far apart on disk.
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(Math.imul(index, 2654435761) >>> 0);
    const player = playerId(bytes);
    const at = now - index * MINUTE;
    const status = TICKET_STATUSES[index % TICKET_STATUSES.length] ?? 'open';
    const text = textOf(index);
    const isRare = index % RARE_EVERY === RARE_EVERY - 1;
    const context = serializeContext({
      platform: isRare ? 'stadia' : (['ios', 'android', 'steam'][index % 3] ?? null),
      appVersion: `2.${index % 40}.0`,
      locale: ['de-DE', 'en-US', 'fr-FR', 'ja-JP'][index % 4] ?? null,
      buildNumber: '21400',
      deviceModel: 'iPhone17,1',
      osVersion: '26.1',
    });
    const project_id = projects[index % projects.length]?.project_id ?? '';
    bulk.insert('player', {
      ...{ player_id: player, project_id, token_hash: 'x', token_expires_at: now, user_id: null, session_id: null },
      ...{ context, blocked: 0 as const, open_tickets: 1, last_message_at: at, last_inbox_at: null },
      ...{ created_at: at, last_seen_at: at, account_id: null },
    });
    bulk.insert('ticket', {
      ...{
        player_id: player,
        ticket_id: newTicketId(player, at),
        project_id,
        type: index % 5 === 0 ? 'payment' : 'bug',
      },
      ...{ status, subject: 'Lost my progress', message_id: newId('message', at), message: text, context },
      ...{ last_message_preview: text.slice(0, 140), last_message_at: at, message_count: 1, unread_count: 0 },
      attention_since: status === 'open' ? at : null,
      resolved_at: status === 'resolved' ? now + DAY : null,
      created_at: at,
      // Few tickets have no assignee.
      assignee_id: index % 1000 === 0 ? null : (members[Math.floor(index / 4) % members.length] ?? null),
      priority: isRare ? PRIORITIES.indexOf('urgent') : 1,
      tags: isRare ? '["vip"]' : index % 2 === 0 ? '["refund"]' : null,
      player_blocked: 0,
      ...NEVER_SNOOZED,
      ...NO_ANSWERS,
      ...NO_KNOWN_ISSUE,
      ...NOT_MERGED,
    });
    await bulk.waitForCapacity();
  }
  await bulk.finish();
  await indexMessages(url, tickets);
  return { session, projectId };
}
