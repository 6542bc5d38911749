import os from 'node:os';
import { parseArgs } from 'node:util';
import { MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { startReal } from './processes.ts';
import type { Seeded } from './rows.ts';
import { draw, indexMessages, message, rank, SEARCHES, word } from './search-data.ts';
import { type Copied, copyTickets, newMember, prepareTeam, ticketIdOf, ticketToCopy } from './team.ts';
import { runCommand, withWorkspace } from './workspace.ts';

/** Measures searches and suggestions among many messages, and the time to index them. */

const USAGE = `npm run bench:search -- [--database sqlite|postgres] [--messages 1000000] [--rounds 40] [--suggestions] [--directory ${os.tmpdir()}]\n`;
const TARGET_MS = 100;
const TARGET_SUGGESTIONS_MS = 200;
const PROJECTS = 3;
/** In the first project. Each has linked tickets. */
const KNOWN_ISSUES = MAX_KNOWN_ISSUES;
/** One of so many tickets is linked. */
const LINKED = 10 * PROJECTS;
/** Without pauses, so a search does not wait for earlier ones. */
const SETTINGS = { RATE_LIMIT_TEAM: '1000000000', TEAM_READ_PERCENT: '100' };

/** Tickets that are not closed: the newest ones. */
const OPEN = 1000;
const MINUTE = 60_000;

interface Filled {
  /** The Cookie headers of a member, and of one who may see one project. */
  readonly cookies: readonly string[];
  readonly knownIssueIds: readonly string[];
  /** Not linked. */
  readonly ticketIds: readonly string[];
}

/** Makes one of frequent and rare words, or in a script without spaces. */
function knownIssue(projectId: string, index: number): object {
  const title = [word(20), word(300 + Math.floor(draw() * 300)), ...[0, 0, 0].map(() => word(rank()))].join(' ');
  return { projectId, title, description: message(index).slice(0, 300) };
}

async function fill(site: Pick<Seeded, 'url' | 'directory'>, messages: number): Promise<Filled> {
  const { cookies, knownIssueIds, originals } = await prepareTeam(site, PROJECTS, async (team) => {
    const { projects, send, key } = team;
    const [first] = projects;
    const projectId = first?.id ?? '';
    const all = [await newMember(team, 'viewer', null), await newMember(team, 'viewer', [projectId])];
    const ids: string[] = [];
    for (let index = 0; index < KNOWN_ISSUES; index++) {
      const { id } = await send<{ id: string }>('POST', '/team/known-issues', knownIssue(projectId, index), {
        token: key,
      });
      ids.push(id);
    }
    const copied: { open: Copied; closed: Copied }[] = [];
    for (const project of projects) {
      const open = await ticketToCopy(team, project, { status: 'open' });
      copied.push({ open, closed: await ticketToCopy(team, project, { status: 'closed' }) });
    }
    return { cookies: all.map(({ cookie }) => cookie), knownIssueIds: ids, originals: copied };
  });
  const ticketIds: string[] = [];
  const copyOf = (index: number) => {
    const ofProject = originals[index % PROJECTS];
    const of = index < OPEN ? ofProject?.open : ofProject?.closed;
    const text = message(index);
    // A million messages in 23 months.
    const earlierMs = index * MINUTE;
    const issue = index % LINKED === 0 ? knownIssueIds[(index / LINKED) % KNOWN_ISSUES] : undefined;
    if (index % PROJECTS === 0 && issue === undefined) ticketIds.push(ticketIdOf(of?.ticketId ?? '', index));
    const linked = issue === undefined ? {} : { known_issue_id: issue, known_issue_at: Date.now() - earlierMs };
    const ticket = {
      ...{ type: index % 5 === 0 ? 'payment' : 'bug', message: text, last_message_preview: text.slice(0, 140) },
      ...{ tags: index % 500 === 0 ? '["vip"]' : null, ...linked },
    };
    return { of: of?.playerId ?? '', earlierMs, ticket };
  };
  const all = originals.flatMap(({ open, closed }) => [open.playerId, closed.playerId]);
  await copyTickets(site.url, { originals: all, count: messages }, copyOf);
  return { cookies, knownIssueIds, ticketIds };
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
    const { cookies, knownIssueIds, ticketIds } = await fill({ url, directory }, messages);
    const microseconds = indexMessages(url, messages);
    process.stdout.write(`${values.database}, ${messages} messages, indexed in ${microseconds.toFixed(0)} us each\n`);
    const server = await startReal({ url, directory }, pinning.server, [], SETTINGS);
    const rounds = Number(values.rounds);
    const at = (path: string) => `http://127.0.0.1:${server.port}/api/v1/team/${path}`;
    let missed = 0;
    /** Measures one request in each round. Prints a line. */
    async function measure(name: string, cookie = '', target: number, pathOf: (round: number) => string) {
      const headers = { cookie };
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
    await measure('suggested tickets of a known issue', cookies[0], TARGET_SUGGESTIONS_MS, (round) => {
      return `known-issues/${inOrder(knownIssueIds, round)}/suggested-tickets`;
    });
    await measure(`suggested known issues of a ticket`, cookies[0], TARGET_SUGGESTIONS_MS, (round) => {
      return `tickets/${inOrder(ticketIds, round)}/suggested-known-issues`;
    });
    for (const [who, cookie] of [
      ['all projects', cookies[0]],
      ['one project', cookies[1]],
    ] as const) {
      for (const [name, queryOf] of Object.entries(SEARCHES)) {
        for (const filter of values.suggestions ? [] : who === 'one project' ? [''] : FILTERS) {
          await measure(`${who}, ${name}${filter}`, cookie, TARGET_MS, (round) => {
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
