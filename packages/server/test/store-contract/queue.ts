import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortsOf } from '@player-support/contract/enums';
import type { QueuePosition } from '../../src/store/queue-order.ts';
import type { Store } from '../../src/store/store.ts';
import { aMessage, same, setTicketStatus, storedPlayer, storedTicket, ticketRow } from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

const PROJECTS = ['prj_a', 'prj_b'];
const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
const VIEWS = ['attention', 'all', ...STATUSES] as const;
type QueueView = (typeof VIEWS)[number];

interface Made {
  readonly id: string;
  readonly projectId: string;
  readonly status: (typeof STATUSES)[number];
  readonly priority: number;
  readonly blocked: boolean;
  readonly at: number;
}

/** Two have equal targets, for some priorities only. */
const TARGETS: Readonly<Record<string, readonly number[]>> = { prj_a: [9, 7, 2, 1], prj_b: [9, 3, 2, 0] };
const inProjects = (ids: readonly string[]) =>
  ids.map((projectId) => ({ projectId, targets: TARGETS[projectId] ?? [0, 0, 0, 0] }));

/** Adds tickets of each status and priority to each project, many with the same time. */
async function fill(store: Store): Promise<Made[]> {
  const players = [await storedPlayer(store), await storedPlayer(store)];
  const made: Made[] = [];
  for (const projectId of [...PROJECTS, 'prj_other']) {
    for (const status of STATUSES) {
      for (let index = 0; index < 9; index++) {
        const [playerId = ''] = index === 4 ? players.slice(1) : players;
        const at = 1000 + ((index * 7 + status.length) % 4);
        const id = await storedTicket(store, playerId, { projectId, now: at });
        const row = await ticketRow(store, playerId, id);
        await setTicketStatus(store, row, status, at);
        const priority = (index * 5) % 4;
        await store.tickets.setTriage({ ...row, assignee_id: null, priority, tags: null });
        made.push({ id, projectId, status, priority, blocked: index === 4, at });
      }
    }
  }
  await store.tickets.setPlayerBlocked(players[1] ?? '', true);
  return made;
}

function expected(
  made: readonly Made[],
  view: QueueView,
  projects: readonly string[],
  sort = sortsOf(view)[0],
): string[] {
  const due = ({ projectId, priority, at }: Made) => at + (TARGETS[projectId]?.[priority] ?? 0);
  const keys: Record<string, (ticket: Made) => readonly number[]> = {
    priority: (ticket) => [-ticket.priority, due(ticket)],
    due: (ticket) => [due(ticket)],
    waiting: ({ at }) => [at],
    created: ({ at }) => [at],
  };
  const key = keys[sort.replace('-', '')] ?? assert.fail(sort);
  const status = view === 'attention' ? 'open' : view;
  const sorted = made
    .filter((ticket) => projects.includes(ticket.projectId) && (status === 'all' || ticket.status === status))
    .filter(({ blocked }) => view !== 'attention' || !blocked)
    .toSorted((a, b) => {
      const [first = 0, second = 0] = key(a).map((value, index) => value - (key(b)[index] ?? 0));
      return first || second || (a.id < b.id ? -1 : 1);
    })
    .map(({ id }) => id);
  return sort.startsWith('-') ? sorted.reverse() : sorted;
}

export function queueContract(engine: string, open: OpenStore): void {
  test(`${engine}: each view of the queue has its tickets, in each of its orders`, async (t) => {
    const store = await open(t);
    const made = await fill(store);
    for (const view of VIEWS) {
      for (const sort of [undefined, ...sortsOf(view)]) {
        for (const ids of [PROJECTS, ['prj_b'], ['prj_unknown'], []]) {
          const { rows } = await store.queue.page({ view, sort, projects: inProjects(ids), limit: 100 });
          same(
            rows.map((row) => row.ticket_id),
            expected(made, view, ids, sort),
            `${view} ${sort} ${ids}`,
          );
        }
      }
    }
  });

  test(`${engine}: pages of the queue have each ticket once, also with equal times`, async (t) => {
    const store = await open(t);
    const made = await fill(store);
    for (const view of VIEWS) {
      for (const sort of sortsOf(view)) {
        const all = expected(made, view, PROJECTS, sort);
        const ids: string[] = [];
        let after: QueuePosition | undefined;
        do {
          const { rows, next } = await store.queue.page({
            view,
            sort,
            projects: inProjects(PROJECTS),
            after,
            limit: 3,
          });
          assert.equal(rows.length, Math.min(3, all.length - ids.length));
          ids.push(...rows.map((row) => row.ticket_id));
          after = next ?? undefined;
        } while (after !== undefined);
        same(ids, all, `${view} ${sort}`);
      }
    }
  });

  test(`${engine}: targets apply at once, because no ticket stores when it is due`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const first = await storedTicket(store, playerId, { projectId: 'prj_a', now: 1000 });
    const second = await storedTicket(store, playerId, { projectId: 'prj_b', now: 1001 });
    const order = async (targetOfFirst: number) => {
      const targets = [0, targetOfFirst, 0, 0];
      const projects = [
        { projectId: 'prj_a', targets },
        { projectId: 'prj_b', targets: [0, 5, 0, 0] },
      ];
      const { rows } = await store.queue.page({ view: 'attention', projects, limit: 10 });
      return rows.map((row) => row.ticket_id);
    };
    same(await order(5), [first, second]);
    same(await order(7), [second, first]);
  });

  test(`${engine}: a ticket in the queue has the columns that are shown, without its message`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store, { user_id: 'user-7', keepUserId: 0 });
    const ticketId = await storedTicket(store, playerId, { projectId: 'prj_a' });
    const { rows } = await store.queue.page({ view: 'attention', projects: inProjects(['prj_a']), limit: 1 });
    const { message: _message, message_id: _id, ...fullRow } = await ticketRow(store, playerId, ticketId);
    const { message_count: _count, unread_count: _unread, resolved_at: _resolved, ...shown } = fullRow;
    const {
      merged_at: _at,
      before_merge: _before,
      merged_tickets: _tickets,
      merged_messages: _messages,
      form_version: _version,
      answers: _answers,
      long_answers: _long,
      known_issue_at: _linked,
      waited_since: _since,
      ...columns
    } = shown;
    same(rows, [{ ...columns, user_id: 'user-7', known_issue_title: null }]);
  });

  test(`${engine}: the queue is in the order of waiting, which a message does not change`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const old = await storedTicket(store, playerId, { now: 1000 });
    const young = await storedTicket(store, playerId, { now: 2000 });
    await store.tickets.addPlayerReply(aMessage(playerId, old, { now: 3000 }));
    const ids = async (view: QueueView) =>
      (await store.queue.page({ view, projects: inProjects(['prj_a']), limit: 10 })).rows.map((row) => row.ticket_id);
    same(await ids('attention'), [old, young]);
    same(await ids('open'), [young, old]);
    await store.tickets.addPlayerReply(aMessage(playerId, young, { now: 4000 }));
    same(await ids('attention'), [old, young]);
    same(await ids('open'), [young, old]);
  });

  test(`${engine}: the queue can have hundreds of projects`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const projects = Array.from({ length: 230 }, (_, index) => `prj_${index}`);
    const made: Made[] = [];
    for (const [index, projectId] of projects.entries()) {
      if (index % 40 !== 0) continue;
      const at = 1000 - index;
      const id = await storedTicket(store, playerId, { projectId, now: at });
      made.push({ id, projectId, status: 'open', priority: 1, blocked: false, at });
    }
    for (const view of ['attention', 'all'] as const) {
      const { rows } = await store.queue.page({ view, projects: inProjects(projects), limit: 4 });
      same(
        rows.map((row) => row.ticket_id),
        expected(made, view, projects).slice(0, 4),
      );
    }
  });
}
