import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICKET_STATUSES, TICKET_VIEWS, type TicketView } from '@player-support/contract/enums';
import fc from 'fast-check';
import { contextPair, serializeContext } from '../../src/domain/context.ts';
import type { QueueFilter, QueuePosition } from '../../src/store/queue.ts';
import type { Store } from '../../src/store/store.ts';
import type { TicketRow } from '../../src/store/tables.ts';
import { aProjectRow, same, setTicketStatus, storedPlayer, storedTicket, ticketRow } from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

const PROJECTS = ['prj_a', 'prj_b', 'prj_c'];
const MEMBERS = ['mem_a', 'mem_b'];
/** Some are part of others, or of the JSON of others. */
const PLATFORMS = ['ios', 'ios"', '"platform":"ios"', '\\', 'ios\\', 'i_s', '%', '😀', 'IOS', '', ' ios'];
const TAGS = ['vip', 'v', '"', '\\', 'vip"', '[', '][', 'VIP', 'é'];
const TICKETS = 240;

/** Random-looking numbers, the same in each run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

async function fill(store: Store): Promise<TicketRow[]> {
  const next = sequence(7);
  const one = <T>(values: readonly T[]): T => values[next(values.length)] ?? assert.fail();
  const players = [await storedPlayer(store), await storedPlayer(store), await storedPlayer(store)];
  return store.transaction(async (tx) => {
    const rows: TicketRow[] = [];
    for (let index = 0; index < TICKETS; index++) {
      const playerId = one(players);
      const context =
        next(8) === 0
          ? null
          : serializeContext({ platform: one(PLATFORMS), locale: one(['de', 'en']), appVersion: '1' });
      const now = 1000 + next(60);
      const id = await storedTicket(tx, playerId, { projectId: one(PROJECTS), now, context });
      const row = await ticketRow(tx, playerId, id);
      await setTicketStatus(tx, row, one(TICKET_STATUSES), now);
      const assignee_id = next(3) === 0 ? one(MEMBERS) : null;
      const tags = next(2) === 0 ? null : JSON.stringify([...new Set([one(TAGS), one(TAGS)])].sort());
      await tx.tickets.setTriage(row, { assignee_id, priority: next(4), tags });
      rows.push(await ticketRow(tx, playerId, id));
    }
    return rows;
  });
}

interface QueueSearch extends Omit<QueueFilter, 'context'> {
  readonly platform?: string | undefined;
  readonly locale?: string | undefined;
}

function isShown(row: TicketRow, view: TicketView, memberId: string | undefined, search: QueueSearch): boolean {
  const { type, status, priority, assigneeId, platform, locale, tag, from, to } = search;
  const context = JSON.parse(row.context ?? '{}') as Record<string, string>;
  const isOfView = {
    attention: row.attention_since !== null,
    mine: memberId !== undefined && row.assignee_id === memberId && ['open', 'pending'].includes(row.status),
    unassigned: row.assignee_id === null && ['open', 'pending'].includes(row.status),
    all: true,
    open: row.status === 'open',
    pending: row.status === 'pending',
    resolved: row.status === 'resolved',
    closed: row.status === 'closed',
  };
  return (
    isOfView[view] &&
    (type === undefined || row.type === type) &&
    (status === undefined || row.status === status) &&
    (priority === undefined || row.priority === priority) &&
    (assigneeId === undefined || row.assignee_id === assigneeId) &&
    (platform === undefined || context.platform === platform) &&
    (locale === undefined || context.locale === locale) &&
    (tag === undefined || (JSON.parse(row.tags ?? '[]') as string[]).includes(tag)) &&
    (from === undefined || row.created_at >= from) &&
    (to === undefined || row.created_at < to)
  );
}

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
/** Mostly undefined, because many filters together rarely find a ticket. */
const rarely = <T>(values: readonly T[]) =>
  fc.tuple(fc.nat(2), optional(values)).map(([drawn, value]) => (drawn === 0 ? value : undefined));
const SEARCH = fc.record({
  view: fc.constantFrom(...TICKET_VIEWS),
  memberId: fc.constantFrom('mem_a', 'mem_b', undefined),
  projects: fc.subarray(PROJECTS, { minLength: 1 }),
  examined: fc.constantFrom(0, 30, 100, undefined),
  limit: fc.constantFrom(2, 5, 30, 100),
  search: fc.record({
    type: rarely(['bug', 'bu']),
    status: rarely(TICKET_STATUSES),
    priority: rarely([0, 1, 2, 3]),
    assigneeId: rarely([null, ...MEMBERS]),
    platform: rarely([...PLATFORMS, 'os']),
    locale: rarely(['de', 'en', 'd']),
    tag: rarely([...TAGS, 'ip', 'vip","v']),
    from: rarely([1000, 1020, 1059, 1060]),
    to: rarely([1000, 1001, 1040, 2000]),
  }),
});

export function queueSearchContract(engine: string, open: OpenStore): void {
  test(`${engine}: the pages of a search have each match once and in order, also if a page reads few tickets`, async (t) => {
    const store = await open(t);
    const rows = await fill(store);
    let found = 0;
    let short = 0;
    await fc.assert(
      fc.asyncProperty(SEARCH, async ({ view, memberId, projects, examined, limit, search }) => {
        const at = (row: TicketRow) => (view === 'attention' ? (row.attention_since ?? 0) : -row.created_at);
        const expected = rows
          .filter((row) => projects.includes(row.project_id) && isShown(row, view, memberId, search))
          .sort((a, b) => at(a) - at(b) || (a.ticket_id < b.ticket_id ? -1 : 1))
          .map(({ ticket_id }) => ticket_id);

        const { platform, locale, ...more } = search;
        const context = [
          ...(platform === undefined ? [] : [contextPair('platform', platform)]),
          ...(locale === undefined ? [] : [contextPair('locale', locale)]),
        ];
        const request = { view, memberId, projectIds: projects, filter: { ...more, context }, limit, examined };
        const ids: string[] = [];
        let after: QueuePosition | undefined;
        for (let pages = 0; pages < TICKETS; pages++) {
          const page = await store.queue.page({ ...request, after });
          assert.ok(page.rows.length <= limit);
          ids.push(...page.rows.map(({ ticket_id }) => ticket_id));
          after = page.next ?? undefined;
          if (after === undefined) break;
          if (page.rows.length < limit) short++;
        }
        assert.equal(after, undefined, 'pages without an end');
        same(ids, expected);
        found += ids.length;
      }),
      { numRuns: 150 },
    );
    assert.ok(found > 300 && short > 20, `${found} tickets were found, and ${short} pages were cut short`);
  });

  test(`${engine}: the counts are the numbers of tickets in the views`, async (t) => {
    const store = await open(t);
    const rows = await fill(store);
    same(await store.queueCounts.byStatus([], 1000), []);
    assert.equal(await store.queueCounts.ofMember('mem_a', [], 1000), 0);
    const projects = [aProjectRow(), aProjectRow()];
    for (const project of projects) await store.projects.insert(project);
    const [first = assert.fail(), second = assert.fail()] = projects.map(({ project_id }) => project_id);
    const players = [await storedPlayer(store)];
    const own: TicketRow[] = [];
    for (const [index, row] of rows.slice(0, 60).entries()) {
      const playerId = players[0] ?? '';
      const id = await storedTicket(store, playerId, { projectId: index % 3 === 0 ? first : second });
      const made = await ticketRow(store, playerId, id);
      await setTicketStatus(store, made, row.status, 2000);
      await store.tickets.setTriage(made, row);
      own.push(await ticketRow(store, playerId, id));
    }
    for (const projectIds of [[first], [second], [second, first]]) {
      const count = (view: TicketView, memberId?: string) =>
        own.filter((row) => projectIds.includes(row.project_id) && isShown(row, view, memberId, {})).length;
      const counted = await store.queueCounts.byStatus(projectIds, 1000);
      assert.equal(counted.length, projectIds.length * TICKET_STATUSES.length);
      const sum = (statuses: readonly string[], number: (row: (typeof counted)[number]) => number) =>
        counted.filter(({ status }) => statuses.includes(status)).reduce((all, row) => all + number(row), 0);
      for (const status of TICKET_STATUSES)
        assert.equal(
          sum([status], (row) => row.count),
          count(status),
          status,
        );
      assert.equal(
        sum(['open'], (row) => row.count),
        count('attention'),
      );
      assert.equal(
        sum(['open', 'pending'], (row) => row.count - row.assigned),
        count('unassigned'),
      );
      for (const memberId of MEMBERS) {
        assert.equal(await store.queueCounts.ofMember(memberId, projectIds, 1000), count('mine', memberId), memberId);
      }
    }
    assert.ok((await store.queueCounts.byStatus([second], 2)).every(({ count }) => count <= 2));
    assert.equal(await store.queueCounts.ofMember('mem_a', [second], 2), 2);
  });

  test(`${engine}: the counts can be those of hundreds of projects`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const projects = Array.from({ length: 130 }, (_, index) => `prj_${index}`);
    for (const projectId of ['prj_0', 'prj_0', 'prj_129']) {
      const ticket = await ticketRow(store, playerId, await storedTicket(store, playerId, { projectId }));
      await store.tickets.setTriage(ticket, { ...ticket, assignee_id: 'mem_a' });
    }
    const counted = await store.queueCounts.byStatus(projects, 1000);
    assert.equal(counted.length, 130 * TICKET_STATUSES.length);
    same(
      counted.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count),
      [
        { status: 'open', count: 1, assigned: 1 },
        { status: 'open', count: 2, assigned: 2 },
      ],
    );
    assert.equal(await store.queueCounts.ofMember('mem_a', projects, 1000), 3);
  });
}
