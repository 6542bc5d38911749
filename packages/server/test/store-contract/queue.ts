import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueuePosition } from '../../src/store/queue.ts';
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
  readonly at: number;
}

/** Tickets of each status in each project, many of them with the same time. */
async function fill(store: Store): Promise<Made[]> {
  const playerId = await storedPlayer(store);
  const made: Made[] = [];
  for (const projectId of [...PROJECTS, 'prj_other']) {
    for (const status of STATUSES) {
      for (let index = 0; index < 4; index++) {
        const at = 1000 + ((index * 7 + status.length) % 3);
        const id = await storedTicket(store, playerId, { projectId, now: at });
        await setTicketStatus(store, await ticketRow(store, playerId, id), status, at);
        made.push({ id, projectId, status, at });
      }
    }
  }
  return made;
}

function expected(made: readonly Made[], view: QueueView, projects: readonly string[]): string[] {
  const direction = view === 'attention' ? 1 : -1;
  const status = view === 'attention' ? 'open' : view;
  return made
    .filter((ticket) => projects.includes(ticket.projectId) && (status === 'all' || ticket.status === status))
    .toSorted((a, b) => direction * (a.at - b.at) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

export function queueContract(engine: string, open: OpenStore): void {
  test(`${engine}: each view of the queue has its tickets in its order`, async (t) => {
    const store = await open(t);
    const made = await fill(store);
    for (const view of VIEWS) {
      for (const projects of [PROJECTS, ['prj_b'], ['prj_unknown'], []]) {
        const { rows } = await store.queue.page({ view, projectIds: projects, limit: 100 });
        same(
          rows.map((row) => row.ticket_id),
          expected(made, view, projects),
          `${view} ${projects}`,
        );
      }
    }
  });

  test(`${engine}: pages of the queue have each ticket once, also with equal times`, async (t) => {
    const store = await open(t);
    const made = await fill(store);
    for (const view of VIEWS) {
      const ids: string[] = [];
      let after: QueuePosition | undefined;
      do {
        const { rows, next } = await store.queue.page({ view, projectIds: PROJECTS, after, limit: 3 });
        assert.equal(rows.length, Math.min(3, expected(made, view, PROJECTS).length - ids.length));
        ids.push(...rows.map((row) => row.ticket_id));
        after = next ?? undefined;
      } while (after !== undefined);
      same(ids, expected(made, view, PROJECTS), view);
    }
  });

  test(`${engine}: a ticket in the queue has the columns that are shown, without its message`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { projectId: 'prj_a' });
    const { rows } = await store.queue.page({ view: 'attention', projectIds: ['prj_a'], limit: 1 });
    const { message: _message, message_id: _id, ...fullRow } = await ticketRow(store, playerId, ticketId);
    const { message_count: _count, unread_count: _unread, resolved_at: _resolved, ...shown } = fullRow;
    same(rows, [shown]);
  });

  test(`${engine}: the queue is in the order of waiting, which a message does not change`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const old = await storedTicket(store, playerId, { now: 1000 });
    const young = await storedTicket(store, playerId, { now: 2000 });
    await store.tickets.addPlayerReply(aMessage(playerId, old, { now: 3000 }));
    const ids = async (view: QueueView) =>
      (await store.queue.page({ view, projectIds: ['prj_a'], limit: 10 })).rows.map((row) => row.ticket_id);
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
      made.push({ id: await storedTicket(store, playerId, { projectId, now: at }), projectId, status: 'open', at });
    }
    for (const view of ['attention', 'all'] as const) {
      const { rows } = await store.queue.page({ view, projectIds: projects, limit: 4 });
      same(
        rows.map((row) => row.ticket_id),
        expected(made, view, projects).slice(0, 4),
      );
    }
  });
}
