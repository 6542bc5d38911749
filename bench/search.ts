import os from 'node:os';
import { parseArgs } from 'node:util';
import { MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { newId, newTicketId, playerId } from '../packages/server/src/domain/ids.ts';
import { newProject } from '../packages/server/src/domain/project.ts';
import { DAY, MINUTE } from '../packages/server/src/domain/time.ts';
import { hashSecret, newSessionSecret } from '../packages/server/src/domain/tokens.ts';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { openStore } from '../packages/server/src/store/store.ts';
import {
  type KnownIssueRow,
  NEVER_SNOOZED,
  NO_ANSWERS,
  NO_KNOWN_ISSUE,
  NOT_MERGED,
} from '../packages/server/src/store/tables.ts';
import { EMPTY_ISSUE } from '../packages/server/src/team/known-issues/issue-values.ts';
import { newMember } from '../packages/server/src/team/members/new-member.ts';
import { SESSION_COOKIE } from '../packages/server/src/team/session/session-cookie.ts';
import { PostgresBulk } from './bulk-postgres.ts';
import { SqliteBulk } from './bulk-sqlite.ts';
import { startReal } from './processes.ts';
import { draw, indexMessages, message, rank, SEARCHES, word } from './search-data.ts';
import { runCommand, withWorkspace } from './workspace.ts';

/** Measures searches and suggestions among many messages over HTTP, and the time to index them. */

const USAGE = `npm run bench:search -- [--database sqlite|postgres] [--messages 1000000] [--rounds 40] [--suggestions] [--directory ${os.tmpdir()}]\n`;
const TARGET_MS = 100;
/** Of suggestions. */
const TARGET_SUGGESTIONS_MS = 200;
const PROJECTS = 3;
/** Of the first project. Each has some linked tickets. */
const KNOWN_ISSUES = MAX_KNOWN_ISSUES;
/** One of so many tickets is linked. */
const LINKED = 10 * PROJECTS;
/** A caller without pauses, so that a search does not wait for the time of those before it. */
const SETTINGS = { RATE_LIMIT_TEAM: '1000000000', TEAM_READ_PERCENT: '100' };

interface Filled {
  /** The session of a member, and of one who may see one project. */
  readonly sessions: readonly string[];
  readonly knownIssueIds: readonly string[];
  /** Some tickets that are not linked. */
  readonly ticketIds: readonly string[];
}

/** A known issue in frequent and rare words, or in a script without spaces. */
function knownIssue(projectId: string, at: number): KnownIssueRow {
  const title = [word(20), word(300 + Math.floor(draw() * 300)), ...[0, 0, 0].map(() => word(rank()))].join(' ');
  return {
    ...{ known_issue_id: newId('knownIssue', at), project_id: projectId, ...EMPTY_ISSUE },
    ...{ title, description: message(at).slice(0, 300), created_by: 'bench', created_at: at, updated_at: at },
  };
}

async function fill(url: string, messages: number): Promise<Filled> {
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
  const knownIssueIds: string[] = [];
  for (let index = 0; index < KNOWN_ISSUES; index++) {
    const row = knownIssue(projects[0]?.project_id ?? '', now + index);
    await store.knownIssues.insert(row);
    knownIssueIds.push(row.known_issue_id);
  }
  await store.close();

  const ticketIds: string[] = [];
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
    const ticket_id = newTicketId(player_id, at);
    const known_issue_id = index % LINKED === 0 ? knownIssueIds[(index / LINKED) % KNOWN_ISSUES] : undefined;
    if (index % PROJECTS === 0 && known_issue_id === undefined) ticketIds.push(ticket_id);
    bulk.insert('ticket', {
      ...{ player_id, ticket_id, project_id, type: index % 5 === 0 ? 'payment' : 'bug' },
      ...{ status: index < 1000 ? 'open' : 'closed', subject: 'Lost my progress' },
      ...{ message_id: newId('message', at), message: text, context: null, last_message_preview: text.slice(0, 140) },
      ...{ last_message_at: at, message_count: 1, unread_count: 0, attention_since: null, resolved_at: null },
      ...{ created_at: at, assignee_id: null, priority: 1, tags: index % 500 === 0 ? '["vip"]' : null },
      ...{ player_blocked: 0, ...NO_ANSWERS, ...NEVER_SNOOZED, ...NOT_MERGED },
      ...(known_issue_id === undefined ? NO_KNOWN_ISSUE : { known_issue_id, known_issue_at: at }),
    });
    await bulk.waitForCapacity();
  }
  await bulk.finish();
  return { sessions, knownIssueIds, ticketIds };
}

const FILTERS = ['', '&status=open', '&tag=vip', '&tag=nothing'];

async function main(): Promise<number> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      database: text('sqlite'),
      messages: text('1000000'),
      rounds: text('40'),
      directory: text(os.tmpdir()),
      suggestions: { type: 'boolean', default: false },
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
    const { sessions, knownIssueIds, ticketIds } = await fill(url, messages);
    const microseconds = await indexMessages(url, messages);
    process.stdout.write(`${values.database}, ${messages} messages, indexed in ${microseconds.toFixed(0)} us each\n`);
    const server = await startReal({ url, directory }, pinning.server, [], SETTINGS);
    const rounds = Number(values.rounds);
    const at = (path: string) => `http://127.0.0.1:${server.port}/api/v1/team/${path}`;
    let missed = 0;
    /** Sends a request in each round, and prints a line. */
    async function measure(
      name: string,
      session: string | undefined,
      target: number,
      pathOf: (round: number) => string,
    ) {
      const headers = { cookie: `${SESSION_COOKIE.local}=${session}` };
      const times: number[] = [];
      let results = 0;
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const response = await fetch(at(pathOf(round)), { headers });
        const body = (await response.json()) as { results?: unknown[]; suggestions?: unknown[] };
        times.push(performance.now() - began);
        if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
        results += (body.results ?? body.suggestions ?? []).length;
      }
      const sorted = times.toSorted((a, b) => a - b);
      const figures = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * rounds) - 1] ?? 0);
      const isSlow = (figures[1] ?? 0) > target;
      if (isSlow) missed++;
      const columns = [...figures.map((figure) => figure.toFixed(1)), (results / rounds).toFixed(1)];
      const row = columns.map((column) => column.padStart(7)).join(' ');
      process.stdout.write(`${row}   ${name}${isSlow ? '   MISSED' : ''}\n`);
    }
    process.stdout.write(' p50 ms  p95 ms  max ms results\n');
    const inOrder = (ids: readonly string[], round: number) => ids[(round * 7) % ids.length] ?? '';
    await measure('suggested tickets of a known issue', sessions[0], TARGET_SUGGESTIONS_MS, (round) => {
      return `known-issues/${inOrder(knownIssueIds, round)}/suggested-tickets`;
    });
    await measure(`suggested known issues of a ticket`, sessions[0], TARGET_SUGGESTIONS_MS, (round) => {
      return `tickets/${inOrder(ticketIds, round)}/suggested-known-issues`;
    });
    for (const [who, session] of [
      ['all projects', sessions[0]],
      ['one project', sessions[1]],
    ] as const) {
      for (const [name, queryOf] of Object.entries(SEARCHES)) {
        for (const filter of values.suggestions ? [] : who === 'one project' ? [''] : FILTERS) {
          await measure(`${who}, ${name}${filter}`, session, TARGET_MS, (round) => {
            return `search?q=${encodeURIComponent(queryOf(round))}${filter}`;
          });
        }
      }
    }
    process.stdout.write(
      `${missed} missed ${TARGET_MS} ms, or ${TARGET_SUGGESTIONS_MS} ms for suggestions, at the 95th percentile\n`,
    );
    await server.stop();
    return 0;
  });
}

await runCommand(main);
