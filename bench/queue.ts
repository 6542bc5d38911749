import os from 'node:os';
import { parseArgs } from 'node:util';
import { PRIORITIES, sortsOf, TICKET_VIEWS, type TicketView } from '@player-support/contract/enums';
import { measureAnswer } from './answer-all.ts';
import { apiOf, type Send } from './api.ts';
import { BENCH_SETTINGS, startReal } from './processes.ts';
import { fill } from './queue-data.ts';
import { SEARCHES } from './search-data.ts';
import { processorSeconds } from './system.ts';
import { runCommand, withWorkspace } from './workspace.ts';

/**
 * Measures a member's pages, counts, facets, searches and radar, then one answer to 1,000 tickets.
 */

const USAGE = `npm run bench:queue -- [--database sqlite|postgres] [--tickets 100000] [--projects 3] [--only-answer] [--only-views] [--only-reads] [--directory ${os.tmpdir()}]\n`;
const TARGET_MS = 50;
/** Of a search or the radar. */
const TARGET_READ_MS = 100;
/** The server's processor time per request on SQLite. */
const TARGET_MICROSECONDS = 400;
const ROUNDS = 15;
/** Requests at once, and how long, for processor time. */
const CONNECTIONS = 4;
const MEASURE_MS = 700;
/** Before that, so the code is compiled and optimized. */
const WARM_UP_MS = 10_000;
const DAY_MS = 86_400_000;

/** With the radar's query. Each request has another word of the same frequency. */
const SEARCHED = ['a frequent word', 'a rare word', 'two letters', '日本 (pairs)'] as const;

const FILTERS = [
  '',
  'platform=ios',
  'platform=stadia',
  'platform=nothing',
  'tag=vip',
  'tag=nothing',
  'locale=xx&appVersion=0.0.1&tag=nothing',
  'priority=urgent',
  'type=bug',
  'assigneeId=none',
  'from=2020-01-01&to=2020-01-02',
  'platform=nothing&from=2020-01-01',
];

const is = (field: string, ...values: string[]) => ({ field, is: values });
/** With many, few and no matches, and about what no index has. */
const NESTED = {
  common: { any: [is('platform', 'ios', 'android'), { all: [is('type', 'payment'), { field: 'tag', not: ['vip'] }] }] },
  rare: { any: [is('tag', 'vip'), { all: [is('platform', 'stadia'), { field: 'locale', not: ['xx'] }] }] },
  none: { any: [is('tag', 'nothing', 'else'), { all: [is('platform', 'nothing'), is('priority', 'low', 'urgent')] }] },
  rows: { any: [is('verified', 'true'), is('knownIssue', 'kni_nothing')] },
} as const;
const nestedQuery = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;
/** Of the member whose counts are measured. */
const SAVED_VIEWS = 50;

type Get = (path: string) => Promise<string>;

/** A path below /api/v1/team. */
interface Row {
  readonly name: string;
  /** Another for each index, so no response is kept. */
  readonly pathOf: (index: number) => string;
  readonly again: string;
}

/** Measures each request's time, in milliseconds. */
async function latencies(get: Get, pathOf: (index: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await get(pathOf(round));
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Measures the server's time for one request, in microseconds. */
async function processorTime(get: Get, pathOf: (index: number) => string, pid: number, milliseconds = MEASURE_MS) {
  const before = processorSeconds(pid) ?? Number.NaN;
  const end = performance.now() + milliseconds;
  let sent = 0;
  const send = async () => {
    while (performance.now() < end) await get(pathOf(sent++));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return (((processorSeconds(pid) ?? Number.NaN) - before) * 1e6) / sent;
}

/**
 * Returns a path of the same page with a cursor of its own, before all tickets.
 *
 * @param ticketId any ticket
 */
function uncached(path: string, index: number, ticketId: string): string {
  if (!path.startsWith('tickets?')) return path;
  const query = new URLSearchParams(path.slice('tickets?'.length));
  const [sort] = sortsOf((query.get('view') ?? 'all') as TicketView);
  const at = sort === 'priority' ? index : Date.now() + DAY_MS + index;
  const parts = [sort, at, ticketId, ...(sort === 'priority' ? [PRIORITIES.length - 1] : [])];
  return `${path}&cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
}

/** Measures views that were never counted, then those with kept counts. */
async function measureViewCounts(send: Send): Promise<string> {
  const filters = Object.values(NESTED);
  for (let index = 0; index < SAVED_VIEWS; index++) {
    const own = { any: [filters[index % filters.length], is('type', `type ${index}`)] };
    await send('POST', '/team/views', { name: `View ${index}`, base: 'all', filter: JSON.stringify(own) });
  }
  const startedAt = performance.now();
  let longest = 0;
  let requests = 0;
  for (let isComplete = false; !isComplete; requests++) {
    const before = performance.now();
    const { complete } = await send<{ complete: boolean }>('GET', '/team/views/counts');
    isComplete = complete;
    longest = Math.max(longest, performance.now() - before);
  }
  const all = performance.now() - startedAt;
  const again = performance.now();
  await send('GET', '/team/views/counts');
  const kept = performance.now() - again;
  return `${SAVED_VIEWS} saved views: counted in ${all.toFixed(0)} ms with ${requests} requests, the longest ${longest.toFixed(0)} ms; kept counts in ${kept.toFixed(1)} ms`;
}

async function main(): Promise<number> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    options: {
      database: text('sqlite'),
      tickets: text('100000'),
      projects: text('3'),
      directory: text(os.tmpdir()),
      'only-answer': { type: 'boolean', default: false },
      'only-views': { type: 'boolean', default: false },
      'only-reads': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  return withWorkspace(values, async ({ databases, directory, pinning }) => {
    const url = await databases.create(directory, 'queue');
    const at = { url, directory };
    const { cookie, projectId, ticketId } = await fill(at, Number(values.tickets), Number(values.projects));
    const headers = { cookie };
    const pathOf = (path: string) => (index: number) => uncached(path, index, ticketId);
    const page = (path: string): Row => ({ name: path, pathOf: pathOf(path), again: path });
    const pages = [
      ...(values['only-views'] ? [] : TICKET_VIEWS).flatMap((view) =>
        FILTERS.map((filter) => page(`tickets?view=${view}&${filter}`)),
      ),
      ...(['attention', 'open', 'all'] as const).flatMap((view) =>
        Object.values(NESTED).map((filter) => page(`tickets?view=${view}&${nestedQuery(filter)}`)),
      ),
      ...['tickets/counts', 'tickets/facets'].map(page),
    ];
    const reads = [
      ...SEARCHED.map((kind): Row => {
        const pathOf = (index: number) => `search?q=${encodeURIComponent(SEARCHES[kind]?.(index) ?? '')}`;
        return { name: `search: ${kind}`, pathOf, again: pathOf(0) };
      }),
      page('search?q=et&status=closed'),
      ...[24, 7 * 24].map((hours) => page(`radar?projectId=${projectId}&hours=${hours}`)),
    ];
    const isOnly = (name: 'only-answer' | 'only-views' | 'only-reads') => values[name] === true;
    const readRows = isOnly('only-answer') || isOnly('only-views') ? [] : reads;
    const pageRows = isOnly('only-answer') || isOnly('only-reads') ? [] : pages;
    const plain = TICKET_VIEWS.map((view) => page(`tickets?view=${view}`));
    let missed = 0;
    process.stdout.write(`${values.database}, ${values.tickets} tickets of ${values.projects} projects\n`);
    process.stdout.write('first ms   p50 ms   max ms   cpu us again us\n');
    /** Measures rows after others compiled the code. */
    async function measure(
      { port, pid }: Awaited<ReturnType<typeof startReal>>,
      rows: readonly Row[],
      warmUp: readonly Row[],
    ) {
      if (rows.length === 0) return;
      const get = async (path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/team/${path}`, { headers });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${response.status} ${text}`);
        return text;
      };
      const next = (index: number) => warmUp[index % warmUp.length]?.pathOf(index) ?? '';
      await processorTime(get, next, pid, WARM_UP_MS);
      for (const { name, pathOf, again: path } of rows) {
        const times = await latencies(get, pathOf);
        const sorted = times.toSorted((a, b) => a - b);
        const first = await processorTime(get, pathOf, pid);
        const again = await processorTime(get, () => path, pid);
        const figures = [times[0], sorted[Math.floor(ROUNDS / 2)], sorted.at(-1)];
        // A search reads many tickets if few match.
        const limited = path.endsWith('&') && path !== 'tickets?view=unassigned&' ? [first, again] : [again];
        const isPage = path.startsWith('tickets');
        const isExpensive = isPage && values.database === 'sqlite' && limited.some((one) => one > TARGET_MICROSECONDS);
        const isSlow = (figures[1] ?? 0) > (isPage ? TARGET_MS : TARGET_READ_MS) || isExpensive;
        if (isSlow) missed++;
        const columns = figures.map((figure) => (figure ?? 0).toFixed(1)).concat(first.toFixed(0), again.toFixed(0));
        const row = columns.map((column) => column.padStart(8)).join(' ');
        process.stdout.write(`${row}   ${decodeURIComponent(name)}${isSlow ? '   MISSED' : ''}\n`);
      }
    }
    if (readRows.length > 0) {
      // Without the limit of a caller's time, so no read waits.
      const unlimited = await startReal(at, pinning.server, [], { ...BENCH_SETTINGS, TEAM_READ_PERCENT: '100' });
      await measure(unlimited, readRows, readRows);
      await unlimited.stop();
    }
    const server = await startReal(at, pinning.server);
    await measure(server, pageRows, plain);
    process.stdout.write(
      `${missed} of ${readRows.length + pageRows.length} missed ${TARGET_MS} ms (searches and the radar ${TARGET_READ_MS} ms), or pages ${TARGET_MICROSECONDS} us\n`,
    );
    const send = apiOf(server.port);
    const member: Send = (method, path, body) =>
      send(method, path, body, { headers: { ...headers, 'sec-fetch-site': 'same-origin' } });
    if (pageRows.length > 0) process.stdout.write(`${await measureViewCounts(member)}\n`);
    if (isOnly('only-views') || isOnly('only-reads')) {
      await server.stop();
      return 0;
    }
    const { row } = await measureAnswer(member, send);
    process.stdout.write(`${row}\n`);
    await server.stop();
    return 0;
  });
}

await runCommand(main);
