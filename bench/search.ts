import os from 'node:os';
import { parseArgs } from 'node:util';
import { newId, newTicketId, playerId } from '../packages/server/src/domain/ids.ts';
import { newProject } from '../packages/server/src/domain/project.ts';
import { DAY, MINUTE } from '../packages/server/src/domain/time.ts';
import { hashSecret, newSessionSecret } from '../packages/server/src/domain/tokens.ts';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import { NO_ANSWERS, NO_KNOWN_ISSUE, NOT_MERGED } from '../packages/server/src/store/tables.ts';
import { newMember } from '../packages/server/src/team/members/new-member.ts';
import { SESSION_COOKIE } from '../packages/server/src/team/session/session-cookie.ts';
import { PostgresBulk } from './bulk-postgres.ts';
import { SqliteBulk } from './bulk-sqlite.ts';
import { startReal } from './processes.ts';
import { runCommand, withWorkspace } from './workspace.ts';

/** Measures searches of a member among many messages over HTTP, and the time to index them. */

const USAGE = `npm run bench:search -- [--database sqlite|postgres] [--messages 1000000] [--rounds 40] [--directory ${os.tmpdir()}]\n`;
const TARGET_MS = 100;
const PROJECTS = 3;
/** Different words, each as frequent as 1 divided by its rank. */
const WORDS = 50_000;
const WORDS_PER_MESSAGE = 60;
/** Messages that are indexed in one transaction, without a server beside it. */
const BATCH = 1000;

/** A caller without pauses, so that a search does not wait for the time of those before it. */
const SETTINGS = { RATE_LIMIT_TEAM: '1000000000', TEAM_READ_PERCENT: '100' };

const LETTERS = 'etaoinshrdlucmfwypvbgkjqxz';
const SPACELESS = '日本語私達宝石消見了请帮忙我的不城金更新今朝戻買物全部無';

/** Always the same numbers from 0 to 1. */
function* numbers(): Generator<number, never> {
  for (let state = 12345; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
const random = numbers();
const draw = () => random.next().value;

/** The word of a rank: short ones are frequent. */
function word(rank: number): string {
  let text = '';
  for (let rest = rank + LETTERS.length * 3; rest > 0; rest = Math.floor(rest / LETTERS.length)) {
    text += LETTERS[(rest * 7 + text.length) % LETTERS.length];
  }
  return text;
}
const rank = () => Math.min(WORDS - 1, Math.floor(WORDS ** draw()) - 1);

function message(index: number): string {
  if (index % 10 === 9) {
    return Array.from({ length: 40 }, () => SPACELESS[Math.floor(draw() ** 2 * SPACELESS.length)]).join('');
  }
  return Array.from({ length: WORDS_PER_MESSAGE }, () => word(rank())).join(' ');
}

/** Fills a database. Returns the session of a member, and of one who may see one project. */
async function fill(url: string, messages: number): Promise<string[]> {
  const now = Date.now();
  const store = await openStore(url, { mode: 'tool' });
  await store.migrate();
  const projects = Array.from({ length: PROJECTS }, (_, index) => newProject(`Game ${index}`, now));
  for (const project of projects) await store.projects.insert(project);
  const sessions: string[] = [];
  for (const [index, projectIds] of [null, [projects[0]?.project_id ?? '']].entries()) {
    const email = `bench-${index}@example.com`;
    const member = newMember({ email, name: 'Bench', role: 'viewer', projectIds, passwordHash: '' }, now);
    await store.members.insert(member);
    const session = newSessionSecret();
    await store.memberSessions.begin({
      ...{ session_hash: hashSecret(session), member_id: member.member_id, created_at: now, expires_at: now + DAY },
      ...{ last_used_at: null, device: null, address: null, browser_hash: null },
    });
    sessions.push(session);
  }
  await store.close();

  const file = databaseFile(url);
  const bulk = file === undefined ? await PostgresBulk.open(url) : new SqliteBulk(file);
  for (let index = 0; index < messages; index++) {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(Math.imul(index, 2654435761) >>> 0);
    const player_id = playerId(bytes);
    // A million messages in 23 months.
    const at = now - index * MINUTE;
    const project_id = projects[index % PROJECTS]?.project_id ?? '';
    bulk.insert('player', {
      ...{ player_id, project_id, token_hash: 'x', token_expires_at: now, user_id: null, session_id: null },
      ...{ context: null, blocked: 0 as const, open_tickets: 1, last_message_at: at, last_inbox_at: null },
      ...{ created_at: at, last_seen_at: at, account_id: null },
    });
    const text = message(index);
    bulk.insert('ticket', {
      ...{ player_id, ticket_id: newTicketId(player_id, at), project_id, type: index % 5 === 0 ? 'payment' : 'bug' },
      ...{ status: index < 1000 ? 'open' : 'closed', subject: 'Lost my progress' },
      ...{ message_id: newId('message', at), message: text, context: null, last_message_preview: text.slice(0, 140) },
      ...{ last_message_at: at, message_count: 1, unread_count: 0, attention_since: null, resolved_at: null },
      ...{ created_at: at, assignee_id: null, priority: 1, tags: index % 500 === 0 ? '["vip"]' : null },
      ...{ player_blocked: 0, ...NO_ANSWERS, ...NO_KNOWN_ISSUE, ...NOT_MERGED },
    });
    await bulk.waitForCapacity();
  }
  await bulk.finish();
  return sessions;
}

/** Indexes all messages. Returns the time for one, in microseconds. */
async function index(url: string, messages: number): Promise<number> {
  // Only a server empties the WAL.
  const store = await openStore(url, { mode: 'serve' });
  const began = performance.now();
  for (;;) {
    const done = await store.transaction(async ({ searchIndex }) => {
      if ((await searchIndex.indexSome(BATCH)) > 0) return false;
      return !(await searchIndex.continueBackfill(BATCH));
    });
    if (done) break;
  }
  const microseconds = ((performance.now() - began) * 1000) / messages;
  await store.close();
  return microseconds;
}

/** What is searched, by name. Each round has another word of the same frequency. */
const SEARCHES: Readonly<Record<string, (round: number) => string>> = {
  'a frequent word': (round) => word(round % 5),
  'two frequent words': (round) => `${word(round % 7)} ${word(10 + round)}`,
  'a word of 1 in 500 messages': (round) => word(3000 + round),
  'a rare word': (round) => word(49_000 + round),
  'three words, rarely together': (round) => `${word(2000 + round)} ${word(2500 + round)} ${word(800 + round)}`,
  'two letters': (round) => word(100 + round).slice(0, 2),
  'one letter': (round) => LETTERS[round % 26] ?? 'e',
  'a word that is nowhere': (round) => `zzzzqqq${round}`,
  '日本 (pairs)': (round) => `${SPACELESS[round % 20]}${SPACELESS[(round * 3) % 20]}`,
  'four characters, rarely in this order': (round) =>
    [0, 3, 7, 11].map((step) => SPACELESS[(round + step) % SPACELESS.length]).join(''),
};
const FILTERS = ['', '&status=open', '&tag=vip', '&tag=nothing'];

async function main(): Promise<number> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      database: text('sqlite'),
      messages: text('1000000'),
      rounds: text('40'),
      directory: text(os.tmpdir()),
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  return withWorkspace(values, async ({ databases, directory, pinning }) => {
    const url = await databases.create(directory, 'search');
    const messages = Number(values.messages);
    const sessions = await fill(url, messages);
    const microseconds = await index(url, messages);
    process.stdout.write(`${values.database}, ${messages} messages, indexed in ${microseconds.toFixed(0)} us each\n`);
    const server = await startReal({ url, directory }, pinning.server, [], SETTINGS);
    const rounds = Number(values.rounds);
    let missed = 0;
    process.stdout.write(' p50 ms  p95 ms  max ms results\n');
    for (const [who, session] of [
      ['all projects', sessions[0]],
      ['one project', sessions[1]],
    ] as const) {
      const headers = { cookie: `${SESSION_COOKIE.local}=${session}` };
      for (const [name, queryOf] of Object.entries(SEARCHES)) {
        for (const filter of who === 'one project' ? [''] : FILTERS) {
          const times: number[] = [];
          let results = 0;
          for (let round = 0; round < rounds; round++) {
            const q = encodeURIComponent(queryOf(round));
            const began = performance.now();
            const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/team/search?q=${q}${filter}`, {
              headers,
            });
            const body = (await response.json()) as { results?: unknown[] };
            times.push(performance.now() - began);
            if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
            results += body.results?.length ?? 0;
          }
          const sorted = times.toSorted((a, b) => a - b);
          const figures = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * rounds) - 1] ?? 0);
          const isSlow = (figures[1] ?? 0) > TARGET_MS;
          if (isSlow) missed++;
          const columns = [...figures.map((figure) => figure.toFixed(1)), (results / rounds).toFixed(1)];
          const row = columns.map((column) => column.padStart(7)).join(' ');
          process.stdout.write(`${row}   ${who}, ${name}${filter}${isSlow ? '   MISSED' : ''}\n`);
        }
      }
    }
    process.stdout.write(`${missed} missed ${TARGET_MS} ms at the 95th percentile\n`);
    await server.stop();
    return 0;
  });
}

await runCommand(main);
