import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/domain/time.ts';
import type { SearchRequest } from '../../src/store/search.ts';
import type { SearchDocument } from '../../src/store/search-documents.ts';
import type { Store } from '../../src/store/store.ts';
import { START } from '../helpers/harness.ts';
import { indexAll } from '../helpers/search.ts';
import {
  aMessage,
  anAttachmentRow,
  MEMBER,
  messagesOf,
  same,
  setTicketStatus,
  storedPlayer,
  storedTicket,
  ticketRow,
} from '../helpers/store-rows.ts';
import type { OpenStore } from './contract.ts';

const OPEN = { status: 'open', attention_since: START, resolved_at: null } as const;

/** Finds each ticket's newest match, from all pages. */
async function found(store: Store, words: readonly string[], more: Partial<SearchRequest> = {}) {
  await indexAll({ store });
  const { oldest } = await store.searchIndex.state();
  const request = {
    prefixes: words,
    projectIds: ['prj_a'],
    isEverywhere: false,
    filter: {},
    now: START + DAY,
    limit: 10,
  };
  const documents = new Map<string, SearchDocument>();
  for (let before: number | undefined; ; ) {
    const page = await store.search.page({ ...request, oldest: oldest ?? 0, before, ...more });
    for (const one of page.documents) if (!documents.has(one.ticket_id)) documents.set(one.ticket_id, one);
    if (page.next === null) return [...documents.values()];
    before = page.next;
  }
}

const matches = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ ticket_id, seq }) => [ticket_id, seq]);

/** Tests the search, and suggestions from its index. */
export function searchContract(engine: string, open: OpenStore): void {
  test(`${engine}: a search finds what players and the team wrote, the newest first, by the beginnings of words`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store, { user_id: 'user-7', keepUserId: 0 });
    const one = await storedTicket(store, playerId, { message: 'Walrus one' });
    const two = await storedTicket(store, playerId, { now: START + 1 });
    const elsewhere = await storedTicket(store, playerId, { now: START + 2, message: 'Walrus', projectId: 'prj_b' });
    const reply = aMessage(playerId, two, { message: 'Many walruses', now: START + 5 });
    await store.tickets.addPlayerReply(reply);
    await store.tickets.addNote(aMessage(playerId, one, { message: 'A walrus', now: START + 6 }), MEMBER);
    await store.tickets.addTeamReply(aMessage(playerId, one, { message: 'Seal', now: START + 7 }), MEMBER, OPEN);
    same(await matches(store, ['walrus']), [
      [one, 2],
      [two, 2],
    ]);
    same(await matches(store, ['walruse']), [[two, 2]]);
    same(await matches(store, ['one', 'walr']), [[one, 1]]);
    same(await matches(store, ['seal']), [[one, 3]]);
    same(await matches(store, ['stuck'], { limit: 1 }), [
      [two, 1],
      [one, 1],
    ]);
    same(await matches(store, ['alrus']), []);
    same(await matches(store, ['walrus'], { projectIds: ['prj_b'] }), [[elsewhere, 1]]);
    const everywhere = { projectIds: ['prj_a', 'prj_b'], isEverywhere: true };
    same(await matches(store, ['walrus'], everywhere), [
      [one, 2],
      [two, 2],
      [elsewhere, 1],
    ]);
    await setTicketStatus(store, await ticketRow(store, playerId, one), 'resolved', START + 8);
    same(await matches(store, ['walrus'], { filter: { status: 'open' } }), [[two, 2]]);
    same(await matches(store, ['walrus'], { filter: { status: 'resolved' } }), [[one, 2]]);
    // The index has all earlier messages. Later ones are still added.
    await store.tickets.addNote(aMessage(playerId, one, { message: 'A narwhal', now: START + 9 }), MEMBER);
    same(await matches(store, ['narwhal']), [[one, 4]]);
    await store.tickets.addTeamReply(aMessage(playerId, one, { message: 'Orca', now: START + 10 }), MEMBER, OPEN);
    same(await matches(store, ['orca']), [[one, 5]]);
    const [document] = await found(store, ['many']);
    const { message_id, message, written_at, visibility, user_id } = document ?? assert.fail();
    same(
      [message_id, message, written_at, visibility, user_id],
      [reply.message_id, 'Many walruses', START + 5, 'public', 'user-7'],
    );
  });

  test(`${engine}: of more matches than a statement reads, a search finds the newest`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const long = await storedTicket(store, playerId, { message: 'Walrus' });
    const messages = Array.from({ length: 260 }, (_none, index) =>
      aMessage(playerId, long, { message: 'Walrus', now: START + 1 + index }),
    );
    await store.transaction(async (tx) => {
      for (const message of messages) await tx.tickets.addNote(message, MEMBER);
    });
    const newest = await storedTicket(store, playerId, { message: 'Walrus', now: START + 1000 });
    same(await matches(store, ['walrus']), [
      [newest, 1],
      [long, 261],
    ]);
  });

  test(`${engine}: a search checks each message, so that an older one of a ticket is found behind newer ones`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { message: 'The lost walrus' });
    const messages = Array.from({ length: 60 }, (_none, index) =>
      aMessage(playerId, ticketId, { message: 'A walrus is lost', now: START + 1 + index }),
    );
    await store.transaction(async (tx) => {
      for (const message of messages) await tx.tickets.addNote(message, MEMBER);
    });
    const other = await storedTicket(store, playerId, { message: 'A walrus, lost', now: START + 1000 });
    const accepts = ({ message }: SearchDocument) => message.includes('lost walrus');
    same(await matches(store, ['lost', 'walrus']), [
      [other, 1],
      [ticketId, 61],
    ]);
    for (const limit of [1, 10]) same(await matches(store, ['lost', 'walrus'], { accepts, limit }), [[ticketId, 1]]);
  });

  test(`${engine}: a page that takes too long ends after the message that it checks, and the next one goes on there`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) {
      ids.unshift(await storedTicket(store, playerId, { message: `Walrus ${index}`, now: START + index * 1000 }));
    }
    await indexAll({ store });
    const { oldest } = await store.searchIndex.state();
    const pages: string[][] = [];
    for (let before: number | undefined; ; ) {
      const checked: string[] = [];
      const accepts = ({ ticket_id, message }: SearchDocument) => {
        checked.push(ticket_id);
        return message !== 'Walrus 1';
      };
      const page = await store.search.page({
        ...{ prefixes: ['walrus'], projectIds: ['prj_a'], isEverywhere: false, filter: {}, limit: 10 },
        ...{ oldest: oldest ?? 0, now: START + DAY, before, accepts, maxMs: -1 },
      });
      same(
        page.documents.map(({ ticket_id }) => ticket_id),
        checked.filter((id) => id !== ids[2]),
      );
      if (checked.length > 0) pages.push(checked);
      if (page.next === null) break;
      before = page.next;
    }
    same(
      pages,
      ids.map((id) => [id]),
    );
  });

  test(`${engine}: a search without words reads all messages of the projects, the newest first`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const old = await storedTicket(store, playerId, { now: START - 40 * DAY });
    const newer = await storedTicket(store, playerId);
    const elsewhere = await storedTicket(store, playerId, { now: START - DAY, projectId: 'prj_b' });
    same(await matches(store, []), [
      [newer, 1],
      [old, 1],
    ]);
    const many = Array.from({ length: 30 }, (_none, index) => `prj_${index}`);
    for (const isEverywhere of [true, false]) {
      same(await matches(store, [], { isEverywhere, projectIds: ['prj_b', ...many] }), [[elsewhere, 1]]);
    }
  });

  test(`${engine}: the pages of a search have each ticket once, also those of one millisecond and of long ago`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ids: string[] = [];
    for (const age of [0, 0, 0, 2000, 4 * DAY, 9 * DAY, 9 * DAY, 40 * DAY, 200 * DAY]) {
      ids.push(await storedTicket(store, playerId, { message: 'Ibex', now: START - age }));
    }
    for (const limit of [2, 20]) {
      const documents = await found(store, ['ibex'], { limit });
      same(documents.map(({ ticket_id }) => ticket_id).sort(), ids.toSorted());
      same(
        documents.map(({ created_at }) => created_at),
        documents.map(({ created_at }) => created_at).sort((a, b) => b - a),
      );
    }
  });

  test(`${engine}: names of files are found until the file is deleted`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const ticketId = await storedTicket(store, playerId, { message: 'Look' });
    const { message_id } = await ticketRow(store, playerId, ticketId);
    const name = 'wolverine.png';
    await store.attachments.add(anAttachmentRow(playerId, { name, ticket_id: ticketId, message_id, expires_at: null }));
    same(await matches(store, ['wolverine']), [[ticketId, 1]]);
    await store.attachments.removeOfTicket(playerId, ticketId, START);
    same(await matches(store, ['wolverine']), []);
    same(await matches(store, ['look']), [[ticketId, 1]]);
  });

  test(`${engine}: a search follows tickets to another player, and has no deleted ones nor words of the server`, async (t) => {
    const store = await open(t);
    const [from, to] = [await storedPlayer(store), await storedPlayer(store)];
    const target = await storedTicket(store, from, { message: 'Other' });
    const source = await storedTicket(store, from, { message: 'Tapir' });
    const held = await storedTicket(store, from, { message: 'Tapir' });
    await store.tickets.setState({
      player_id: from,
      ticket_id: held,
      ...OPEN,
      status: 'held',
      attention_since: null,
    });
    await store.transaction(async (tx) => {
      const found = (await tx.tickets.toChange(from, target, 'ticket-merged')) ?? assert.fail();
      await tx.merges.merge({
        source: await ticketRow(tx, from, source),
        target: found,
        actor: MEMBER,
        now: START + 1,
      });
    });
    same(await matches(store, ['tapir']), [[source, 1]]);
    const written = await messagesOf(store, from, target);
    assert.match(written.at(-1)?.message ?? '', /all messages/);
    same(await matches(store, ['messages']), []);
    await store.transaction(async (tx) => {
      const tickets = (await tx.playerMoves.tickets(from)).filter(({ ticket_id }) => ticket_id !== held);
      await tx.playerMoves.move({ from, to, tickets, inbox: [], createdAt: START });
    });
    same(
      (await found(store, ['tapir'])).map(({ ticket_id, player_id }) => [ticket_id, player_id]),
      [[source, to]],
    );
    await store.transaction((tx) => tx.heldTickets.delete(from, held));
    same(await matches(store, ['tapir']), [[source, 1]]);
  });

  test(`${engine}: tickets with a word are suggested if they can be linked, with what their players wrote`, async (t) => {
    const store = await open(t);
    const [playerId, blocked] = [await storedPlayer(store), await storedPlayer(store)];
    const of = (player: string, projectId = 'prj_a') => storedTicket(store, player, { message: 'A gibbon', projectId });
    const [free, linked, closed] = [await of(playerId), await of(playerId), await of(playerId)];
    const [ofBlocked, held] = [await of(blocked), await of(playerId)];
    await of(playerId, 'prj_b');
    await storedTicket(store, playerId, { message: 'A lemur' });
    await store.tickets.setPlayerBlocked(blocked, true);
    const row = await ticketRow(store, playerId, linked);
    await store.tickets.setTriage({ ...row, known_issue_id: 'kni_a', known_issue_at: START });
    for (const [id, status] of [
      [closed, 'closed'],
      [held, 'held'],
    ] as const) {
      await store.tickets.setState({ player_id: playerId, ticket_id: id, ...OPEN, status, attention_since: null });
    }
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      await store.tickets.addPlayerReply(aMessage(playerId, free, { message: text }));
      await store.tickets.addNote(aMessage(playerId, free, { message: 'of the team' }), MEMBER);
    }
    await indexAll({ store });
    const { oldest } = await store.searchIndex.state();
    const suggested = async (linkable: { closedAfter: number } | undefined, ...terms: string[]) => {
      const wanted = terms
        .map((text) => ({ text, isBeginning: text.endsWith('-') }))
        .map(({ text, isBeginning }) => ({ text: text.replace('-', ''), isBeginning }));
      const request = { projectId: 'prj_a', terms: wanted, linkable, oldest: oldest ?? 0, now: START, limit: 10 };
      return store.suggestions.messages(request);
    };
    const ids = async (...args: Parameters<typeof suggested>) =>
      (await suggested(...args)).map(({ ticket_id }) => ticket_id).sort();
    same(await ids({ closedAfter: START + 1 }, 'gibbon'), [free]);
    same(await ids({ closedAfter: START }, 'gibb-', 'none'), [free, closed].sort());
    same(await ids(undefined, 'gibbon'), [free, linked, closed, ofBlocked].sort());
    same(await ids(undefined, 'gibb'), []);
    assert.equal((await ids(undefined)).length, 5);
    same(
      (await suggested({ closedAfter: START + 1 }, 'gibbon')).map(({ message }) => message),
      ['A gibbon\none\ntwo\nthree\nfour'],
    );
    same(await store.suggestions.firstMessages(playerId, free), ['one', 'two', 'three', 'four']);
  });

  test(`${engine}: a known issue is compared with its newest tickets of each status`, async (t) => {
    const store = await open(t);
    const playerId = await storedPlayer(store);
    const made = async (knownIssueId: string, status: 'open' | 'closed', now: number) => {
      const ticketId = await storedTicket(store, playerId, { now, message: '日'.repeat(600) });
      const row = await ticketRow(store, playerId, ticketId);
      await store.tickets.setTriage({ ...row, known_issue_id: knownIssueId, known_issue_at: START });
      await store.tickets.setState({ ...row, ...OPEN, status, attention_since: null });
      return ticketId;
    };
    const open1 = await made('kni_a', 'open', START);
    const open2 = await made('kni_a', 'open', START + 1);
    const closed = await made('kni_a', 'closed', START - 1);
    const other = await made('kni_b', 'open', START);
    await made('kni_c', 'open', START);
    const ids = async (limit: number) =>
      (await store.suggestions.linked(['kni_a', 'kni_b'], limit))
        .map((row) => `${row.known_issue_id} ${row.ticket_id}`)
        .sort();
    same(await ids(1), [`kni_a ${open2}`, `kni_a ${closed}`, `kni_b ${other}`].sort());
    const messages = (await store.suggestions.linked(['kni_a'], 1)).map(({ message }) => message);
    same(messages, Array(2).fill('日'.repeat(500)));
    same(await ids(2), [`kni_a ${open1}`, `kni_a ${open2}`, `kni_a ${closed}`, `kni_b ${other}`].sort());
  });
}
