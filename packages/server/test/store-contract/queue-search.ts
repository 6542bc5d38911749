import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  STORED_STATUSES,
  sortsOf,
  TICKET_STATUSES,
  TICKET_VIEWS,
  type TicketView,
} from '@player-support/contract/enums';
import { searchedAnswer } from '../../src/domain/answers.ts';
import { serializeContext } from '../../src/domain/context.ts';
import { isAccount } from '../../src/domain/ids.ts';
import type { FilterTree, ValueLeaf } from '../../src/store/filter-tree.ts';
import type { QueueFilter } from '../../src/store/queue-filter.ts';
import type { QueuePosition } from '../../src/store/queue-order.ts';
import type { Store } from '../../src/store/store.ts';
import type { TicketRow } from '../../src/store/tables.ts';
import { fc } from '../helpers/property.ts';
import { same, setTicketStatus, storedPlayer, storedTicket, ticketRow } from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

const PROJECTS = ['prj_a', 'prj_b', 'prj_c'];
const TARGETS: Readonly<Record<string, readonly number[]>> = {
  prj_a: [40, 30, 20, 10],
  prj_b: [40, 30, 20, 10],
  prj_c: [25, 30, 5, 0],
};
const MEMBERS = ['mem_a', 'mem_b'];
/** Some are part of others, or of their JSON. */
const PLATFORMS = ['ios', 'ios"', '"platform":"ios"', '\\', 'ios\\', 'i_s', '%', '😀', 'IOS', '', ' ios'];
const TAGS = ['vip', 'v', '"', '\\', 'vip"', '[', '][', 'VIP', 'é'];
const ANSWERS = ['pc', 'p', 'pc"', '"device":"pc"', '\\', 'pc\\', ':', 'PC', 'é', '%'];
const TICKETS = 240;
/** Every ticket is read. */
const PLENTY = { perRange: 1000, total: 1_000_000 };

/** Random-looking, the same in each run. */
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
  const [blocked = ''] = players;
  return store.transaction(async (tx) => {
    const rows: TicketRow[] = [];
    for (let index = 0; index < TICKETS; index++) {
      const playerId = one(players);
      const context =
        next(8) === 0
          ? null
          : serializeContext({ platform: one(PLATFORMS), locale: one(['de', 'en']), appVersion: '1' });
      const now = 1000 + next(60);
      const answers = next(3) === 0 ? undefined : { device: one(ANSWERS), vice: one(ANSWERS) };
      const id = await storedTicket(tx, playerId, { projectId: one(PROJECTS), now, context, answers });
      const row = await ticketRow(tx, playerId, id);
      await setTicketStatus(tx, row, one(TICKET_STATUSES), now);
      const assignee_id = next(3) === 0 ? one(MEMBERS) : null;
      const tags = next(2) === 0 ? null : JSON.stringify([...new Set([one(TAGS), one(TAGS)])].sort());
      const known_issue_id = one(['', '', 'kni_a', 'kni_b']) || null;
      await tx.tickets.setTriage({ ...row, assignee_id, priority: next(4), tags, known_issue_id });
      rows.push({ ...(await ticketRow(tx, playerId, id)), player_blocked: playerId === blocked ? 1 : 0 });
    }
    await tx.tickets.setPlayerBlocked(blocked, true);
    return rows;
  });
}

const VALUES: Readonly<Record<string, (row: TicketRow) => readonly (string | number)[]>> = {
  type: (row) => [row.type],
  status: (row) => [row.status],
  priority: (row) => [row.priority],
  assignee: (row) => (row.assignee_id === null ? [] : [row.assignee_id]),
  tag: (row) => (JSON.parse(row.tags ?? '[]') as string[]).map((tag) => JSON.stringify(tag)),
  platform: (row) => [JSON.parse(row.context ?? '{}').platform ?? []].flat(),
  appVersion: (row) => [JSON.parse(row.context ?? '{}').appVersion ?? []].flat(),
  locale: (row) => [JSON.parse(row.context ?? '{}').locale ?? []].flat(),
  project: (row) => [row.project_id],
  knownIssue: (row) => (row.known_issue_id === null ? [] : [row.known_issue_id]),
  answer: (row) =>
    Object.entries((JSON.parse(row.answers ?? '{}') ?? {}) as Record<string, string>).map(([name, text]) =>
      searchedAnswer(name, text),
    ),
};

/** Written without SQL. */
function matchesTree(row: TicketRow, tree: FilterTree | undefined): boolean {
  if (tree === undefined) return true;
  if ('all' in tree) return tree.all.every((one) => matchesTree(row, one));
  if ('any' in tree) return tree.any.some((one) => matchesTree(row, one));
  if ('values' in tree) {
    if (tree.field === 'account') return isAccount(row.player_id) !== tree.isNot;
    const own = (VALUES[tree.field] ?? assert.fail())(row);
    return (tree.values.some((value) => own.includes(value)) || (tree.orNone && own.length === 0)) !== tree.isNot;
  }
  const time = row[tree.field];
  return time !== null && time >= (tree.from ?? 0) && time < (tree.to ?? Number.POSITIVE_INFINITY);
}

function isShown(row: TicketRow, view: TicketView, memberId: string | undefined, search: QueueFilter): boolean {
  const { type, status, priority, assigneeId, platform, locale, tag, answer, from, to, where } = search;
  const context = JSON.parse(row.context ?? '{}') as Record<string, string>;
  const isOfView = {
    attention: row.attention_since !== null && row.player_blocked === 0,
    mine: memberId !== undefined && row.assignee_id === memberId && ['open', 'pending'].includes(row.status),
    unassigned: row.assignee_id === null && ['open', 'pending'].includes(row.status),
    all: row.status !== 'held',
    held: row.status === 'held',
    open: row.status === 'open',
    pending: row.status === 'pending',
    snoozed: row.status === 'snoozed',
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
    (answer === undefined || JSON.parse(row.answers ?? '{}')[answer.name] === answer.text) &&
    (from === undefined || row.created_at >= from) &&
    (to === undefined || row.created_at < to) &&
    matchesTree(row, where)
  );
}

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
/** Many filters together rarely find a ticket. */
const rarely = <T>(values: readonly T[]) =>
  fc.tuple(fc.nat(2), optional(values)).map(([drawn, value]) => (drawn === 0 ? value : undefined));
const leaf = (field: ValueLeaf['field'], values: readonly (string | number)[], hasNone = false) =>
  fc.record({
    field: fc.constant(field),
    isNot: fc.boolean(),
    values: fc.subarray([...values], { minLength: hasNone ? 0 : 1, maxLength: Math.min(3, values.length) }),
    orNone: hasNone ? fc.boolean() : fc.constant(false),
  });
/** With tickets' values. The flag: a ticket can have none. */
const FIELDS: readonly Parameters<typeof leaf>[] = [
  ['type', ['bug', 'bu']],
  ['status', STORED_STATUSES],
  ['priority', [0, 1, 2, 3]],
  ['assignee', MEMBERS, true],
  ['tag', [...TAGS, 'ip'].map((tag) => JSON.stringify(tag))],
  ['platform', [...PLATFORMS, 'os']],
  ['appVersion', ['1', '2']],
  ['locale', ['de', 'en']],
  ['project', PROJECTS],
  ['knownIssue', ['kni_a', 'kni_b'], true],
  ['answer', ANSWERS.map((text) => searchedAnswer('device', text))],
];
/** Pairs of `isNot` and `orNone`. */
const ONLY_VALUES: readonly (readonly [boolean, boolean])[] = [
  [false, false],
  [true, false],
];
const VALUES_OR_NONE: typeof ONLY_VALUES = ONLY_VALUES.map(([isNot]) => [isNot, true]);
const LEAF: fc.Arbitrary<FilterTree> = fc.oneof(
  ...FIELDS.map((field) => leaf(...field)),
  leaf('account', ['x']).map((one) => ({ ...one, values: [] })),
  fc.record(
    { field: fc.constantFrom('created_at', 'attention_since'), from: fc.nat(60).map((add) => 1000 + add) },
    { requiredKeys: ['field'] },
  ),
  fc.record({ field: fc.constantFrom('created_at', 'attention_since'), to: fc.nat(60).map((add) => 1000 + add) }),
);
const { tree: TREE } = fc.letrec<{ tree: FilterTree; group: FilterTree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3, withCrossShrink: true }, LEAF, LEAF, tie('group')),
  group: fc
    .tuple(fc.boolean(), fc.array(tie('tree'), { maxLength: 4 }))
    .map(([isAll, members]): FilterTree => (isAll ? { all: members } : { any: members })),
}));
const ORDERED_VIEW = fc
  .constantFrom(...TICKET_VIEWS)
  .chain((view) => fc.record({ view: fc.constant(view), sort: fc.constantFrom(...sortsOf(view)) }));
const SEARCH = fc.record({
  ordered: ORDERED_VIEW,
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
    answer: rarely(['device', 'vice', 'd'].flatMap((name) => [...ANSWERS, 'c'].map((text) => ({ name, text })))),
    from: rarely([1000, 1020, 1059, 1060]),
    to: rarely([1000, 1001, 1040, 2000]),
    where: fc.option(TREE, { nil: undefined, freq: 1 }),
  }),
});

export function queueSearchContract(engine: string, open: OpenStore): void {
  test(`${engine}: the pages of a search have each match once and in order, also if a page reads few tickets`, async (t) => {
    const store = await open(t);
    const rows = await fill(store);
    let found = 0;
    let short = 0;
    await fc.assert(
      fc.asyncProperty(
        SEARCH,
        async ({ ordered: { view, sort }, memberId, projects: chosen, examined, limit, search }) => {
          const due = (row: TicketRow) =>
            (row.attention_since ?? 0) + (TARGETS[row.project_id]?.[row.priority] ?? assert.fail());
          const keys: Record<string, (row: TicketRow) => readonly [number, number]> = {
            priority: (row) => [-row.priority, due(row)],
            due: (row) => [due(row), 0],
            waiting: (row) => [row.attention_since ?? 0, 0],
            created: (row) => [row.created_at, 0],
          };
          const key = keys[sort.replace('-', '')] ?? assert.fail();
          const expected = rows
            .filter((row) => chosen.includes(row.project_id) && isShown(row, view, memberId, search))
            .sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1] || (a.ticket_id < b.ticket_id ? -1 : 1))
            .map(({ ticket_id }) => ticket_id);
          if (sort.startsWith('-')) expected.reverse();

          const projects = chosen.map((projectId) => ({ projectId, targets: TARGETS[projectId] ?? [] }));
          const request = { view, sort, memberId, projects, filter: search, limit, examined };
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
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(found > 300 && short > 20, `${found} tickets were found, and ${short} pages were cut short`);
  });

  test(`${engine}: each condition of a filter finds what it says, with one value and with two`, async (t) => {
    const store = await open(t);
    const rows = await fill(store);
    for (const [field, all, hasNone = false] of FIELDS) {
      const choices = [...all.map((value) => [value]), ...all.slice(1).map((value, at) => [all[at] ?? '', value])];
      for (const values of choices) {
        for (const [isNot, orNone] of hasNone ? [...ONLY_VALUES, ...VALUES_OR_NONE] : ONLY_VALUES) {
          const where = { field, values, isNot, orNone };
          const counts = await store.queueCounts.byStatus(PROJECTS, { where }, PLENTY);
          const found = counts.reduce((sum, { count }) => sum + count, 0);
          assert.equal(found, rows.filter((row) => matchesTree(row, where)).length, JSON.stringify(where));
        }
      }
    }
  });

  test(`${engine}: the counts are the numbers of tickets in the views, with every filter`, async (t) => {
    const store = await open(t);
    const rows = await fill(store);
    same(await store.queueCounts.byStatus([], {}, PLENTY), []);
    same(await store.queueCounts.ofMember('mem_a', [], {}, 1000), { count: 0, capped: false });
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(SEARCH, async ({ memberId = 'mem_a', projects, search }) => {
        const count = (view: TicketView) =>
          rows.filter((row) => projects.includes(row.project_id) && isShown(row, view, memberId, search)).length;
        const counts = await store.queueCounts.byStatus(projects, search, PLENTY);
        assert.ok(counts.every(({ capped }) => !capped));
        const sum = (statuses: readonly string[], number: (row: (typeof counts)[number]) => number) =>
          counts.filter(({ status }) => statuses.includes(status)).reduce((all, row) => all + number(row), 0);
        for (const status of TICKET_STATUSES) {
          const found = sum([status], (row) => row.count);
          assert.equal(found, count(status), status);
          counted += found;
        }
        const attention = sum(['open'], (row) => row.unblocked);
        assert.equal(attention, count('attention'));
        const unassigned = sum(['open', 'pending'], (row) => row.count - row.assigned);
        assert.equal(unassigned, count('unassigned'));
        if (search.assigneeId === undefined) {
          const mine = await store.queueCounts.ofMember(memberId, projects, search, 1000);
          same(mine, { count: count('mine'), capped: false });
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(counted > 1000, `${counted} tickets were counted`);
  });

  test(`${engine}: a count that did not read every ticket says so, and large ranges get what small ones leave`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    for (let index = 0; index < 9; index++) {
      const row = await ticketRow(store, playerId, await storedTicket(store, playerId, { now: 1000 + index }));
      if (index === 8) await setTicketStatus(store, row, 'pending', 2000);
      await store.tickets.setTriage({ ...row, assignee_id: 'mem_a', priority: index === 0 ? 3 : 1 });
    }
    const counts = async (perRange: number, total: number, filter = {}) => {
      const rows = await store.queueCounts.byStatus(['prj_a'], filter, { perRange, total });
      const shown = ['open', 'pending', 'closed'].map((one) => rows.find(({ status }) => status === one));
      return shown.map((row) => `${row?.count}${row?.capped ? '+' : ''}`).join(' ');
    };
    assert.equal(await counts(10, 100), '8 1 0');
    assert.equal(await counts(9, 100), '8 1 0');
    assert.equal(await counts(8, 100), '8+ 1 0', 'there may be more than were read');
    assert.equal(await counts(10, 16), '8 1 0', 'two for each status, then ten for the rest');
    assert.equal(await counts(10, 11), '4+ 1 0', 'one for each status, then four for the two that may have more');
    assert.equal(await counts(10, 0), '1+ 1+ 0');
    assert.equal(await counts(10, 100, { priority: 3 }), '1 0 0');
    assert.equal(await counts(3, 100, { priority: 1 }), '2+ 1 0', 'one of three does not match');
    same(await store.queueCounts.ofMember('mem_a', ['prj_a'], {}, 10), { count: 9, capped: false });
    same(await store.queueCounts.ofMember('mem_a', ['prj_a'], {}, 9), { count: 9, capped: true });
  });

  test(`${engine}: the counts can be those of hundreds of projects`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const projects = Array.from({ length: 130 }, (_, index) => `prj_${index}`);
    for (const projectId of ['prj_0', 'prj_0', 'prj_129']) {
      const ticket = await ticketRow(store, playerId, await storedTicket(store, playerId, { projectId }));
      await store.tickets.setTriage({ ...ticket, assignee_id: 'mem_a' });
    }
    const counted = await store.queueCounts.byStatus(projects, {}, PLENTY);
    assert.equal(counted.length, 130 * STORED_STATUSES.length);
    const ofOne = { status: 'open', capped: false };
    same(
      counted.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count),
      [
        { projectId: 'prj_129', ...ofOne, count: 1, assigned: 1, unblocked: 1 },
        { projectId: 'prj_0', ...ofOne, count: 2, assigned: 2, unblocked: 2 },
      ],
    );
    same(await store.queueCounts.ofMember('mem_a', projects, {}, 1000), { count: 3, capped: false });
  });
}
