import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aPlayer,
  block,
  createTicket,
  getTicket,
  listTickets,
  mergeTicket,
  type Player,
  playerReply,
  poll,
  setStatus,
  teamNote,
  teamReply,
  timePasses,
  unmergeTicket,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { fc, IS_USUAL_SEED } from '../../helpers/property.ts';
import { rounds } from '../../helpers/rounds.ts';
import {
  allMessages,
  conversation,
  last,
  type ModelTicket,
  previewOf,
  root,
  type Status,
  SupportModel,
  unread,
} from '../../helpers/support-model.ts';

type Step =
  | { readonly do: 'create'; readonly subject: string; readonly text: string }
  | { readonly do: 'playerReply' | 'adminReply' | 'note'; readonly which: number; readonly text: string }
  | { readonly do: 'setStatus'; readonly which: number; readonly status: Status }
  | { readonly do: 'read' | 'unmerge'; readonly which: number }
  | { readonly do: 'merge'; readonly which: number; readonly into: number }
  | { readonly do: 'block'; readonly blocked: boolean }
  | { readonly do: 'wait'; readonly milliseconds: number };

const SECOND = 1000;
const DAY = 86_400 * SECOND;

const word = fc.oneof(
  fc.constantFrom('help', ' ', '\n\n', '\t', '😀😀😀', 'é', '\u2028'),
  fc.string({ maxLength: 20 }),
);
const text = fc
  .oneof({ weight: 5, arbitrary: fc.array(word, { maxLength: 8 }) }, fc.array(word, { maxLength: 60 }))
  .map((words) => words.join(''))
  .filter((text) => /\S/.test(text));
const subject = text.map((text) => [...text].slice(0, 120).join('')).filter((text) => /\S/.test(text));
const which = fc.nat({ max: 14 });
const status = fc.constantFrom<Status>('open', 'pending', 'resolved', 'closed');
const milliseconds = fc.constantFrom(0, 1, SECOND, 599_999, 600_000, DAY, 7 * DAY - 1, 7 * DAY);

/** The benchmark's plain program runs this test too. It has no merges. */
const CAN_MERGE = process.env.TEST_SERVER === undefined;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create'), subject, text }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('playerReply', 'adminReply', 'note'), which, text }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('setStatus'), which, status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read'), which }) },
  ...(CAN_MERGE
    ? [
        { weight: 3, arbitrary: fc.record({ do: fc.constant('merge'), which, into: which }) },
        { weight: 2, arbitrary: fc.record({ do: fc.constant('unmerge'), which }) },
      ]
    : []),
  { weight: 1, arbitrary: fc.record({ do: fc.constant('block'), blocked: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), milliseconds }) },
) as fc.Arbitrary<Step>;

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Expects a status, or the type of the problem. */
function assertOutcome(reply: Reply, success: number, outcome: string): void {
  if (outcome === 'created' || outcome === 'done') {
    assert.deepEqual([reply.status, reply.body.status], [success, 'open'], reply.text);
  } else assert.deepEqual([reply.status, reply.body.type], [409, `/problems/${outcome}`], reply.text);
}

function assertTeamOutcome({ status, body, text }: Reply, outcome: string): void {
  if (outcome === 'done') assert.equal(status, 200, text);
  else assert.deepEqual([status, body.type], [outcome === 'validation' ? 400 : 409, `/problems/${outcome}`], text);
}

/** Runs it on server and model. Returns the changed ticket. */
async function runStep(
  step: Step,
  server: TestServer,
  player: Player,
  model: SupportModel,
): Promise<ModelTicket | undefined> {
  if (step.do === 'create') {
    const reply = await createTicket(server, player, { subject: step.subject, message: step.text });
    assertOutcome(
      reply,
      201,
      model.create(step.subject, step.text, () => reply.body.ticketId),
    );
    return model.tickets.at(-1);
  }
  if (step.do === 'block') {
    assert.equal((await block(server, player, step.blocked)).status, 200);
    model.isBlocked = step.blocked;
    return undefined;
  }
  if (step.do === 'wait') {
    await timePasses(server, step.milliseconds);
    model.wait(step.milliseconds);
    return undefined;
  }
  const ticket = model.tickets[step.which % model.tickets.length];
  if (ticket === undefined) return undefined;
  if (ticket.merge !== null && (step.do === 'adminReply' || step.do === 'note' || step.do === 'setStatus')) {
    const { id } = ticket;
    const write = { adminReply: () => teamReply(server, id), note: () => teamNote(server, id) };
    const reply = step.do === 'setStatus' ? await setStatus(server, id, step.status) : await write[step.do]();
    assert.deepEqual([reply.status, reply.body.type], [409, '/problems/ticket-merged'], reply.text);
    return ticket;
  }
  switch (step.do) {
    case 'merge': {
      const into = model.tickets[step.into % model.tickets.length] ?? ticket;
      assertTeamOutcome(await mergeTicket(server, ticket.id, into.id), model.merge(ticket, into));
      return into;
    }
    case 'unmerge': {
      const into = root(ticket);
      assertTeamOutcome(await unmergeTicket(server, ticket.id), model.unmerge(ticket));
      return into;
    }
    case 'playerReply':
      assertOutcome(await playerReply(server, player, ticket.id, step.text), 200, model.playerReply(ticket, step.text));
      break;
    case 'adminReply':
      assert.equal((await teamReply(server, ticket.id, step.text)).body.status, 'pending');
      model.adminReply(ticket, step.text);
      break;
    case 'note':
      assert.equal((await teamNote(server, ticket.id, step.text)).status, 201);
      model.note(ticket, step.text);
      break;
    case 'setStatus':
      assert.equal((await setStatus(server, ticket.id, step.status)).body.status, step.status);
      model.setStatus(ticket, step.status);
      break;
    case 'read': {
      const { body } = await getTicket(server, player, ticket.id);
      model.read(ticket);
      assert.deepEqual(
        [body.id, body.type, body.status, body.subject],
        [ticket.id, 'bug', root(ticket).status, ticket.subject],
      );
      assert.deepEqual(
        body.messages.map(({ authorType, message, createdAt }: Record<string, string>) => [
          authorType,
          message,
          createdAt,
        ]),
        conversation(ticket).map(({ author, text, at }) => [author, text, iso(at)]),
      );
    }
  }
  return ticket;
}

async function assertEqualsModel(
  server: TestServer,
  player: Player,
  model: SupportModel,
  touched: ModelTicket | undefined,
): Promise<void> {
  const team = (path: string) => server.call('GET', `/api/v1/team/${path}`, { token: server.teamKey });
  const [list, queue, own, inbox] = await Promise.all([
    listTickets(server, player),
    team(`tickets?projectId=${player.project.id}&view=attention&limit=100`),
    team(`players/${player.id}`),
    poll(server, player),
  ]);
  assert.deepEqual(
    list.body.tickets,
    model.list().map((ticket) => ({
      id: ticket.id,
      type: 'bug',
      status: ticket.status,
      subject: ticket.subject,
      lastMessagePreview: previewOf(ticket),
      lastMessageAt: iso(last(ticket).at),
      unreadCount: unread(ticket).length,
    })),
  );
  const waiting = queue.body.tickets.map(({ id, attentionSince }: Record<string, string>) => [id, attentionSince]);
  assert.deepEqual(
    waiting,
    model.attention().map(({ id, waitingSince }) => [id, iso(waitingSince)]),
  );
  assert.deepEqual([own.body.openTickets, own.body.blocked], [model.openTickets().length, model.isBlocked]);

  const written = model.visible().map(({ type, ticketId, title, body }) => [type, ticketId, title, body]);
  assert.deepEqual(
    inbox.body.messages.map(({ type, ticketId, title, body }: Record<string, string>) => [
      type,
      ticketId,
      title,
      type === 'ticket_status' ? null : body,
    ]),
    written.reverse().slice(0, 50),
  );
  const delay = model.pollDelay();
  const { nextPollAfterSeconds } = inbox.body;
  assert.ok(
    nextPollAfterSeconds >= delay * 0.8 && nextPollAfterSeconds <= delay * 1.2,
    `${nextPollAfterSeconds} for ${delay}`,
  );

  if (touched === undefined) return;
  const { body } = await team(`tickets/${touched.id}`);
  assert.deepEqual([body.status, body.attentionSince], [touched.status, iso(touched.waitingSince)]);
  assert.deepEqual(
    body.messages.map(({ authorType, visibility, message, createdAt, readAt }: Record<string, string>) => [
      authorType,
      visibility,
      message,
      createdAt,
      readAt,
    ]),
    allMessages(touched).map(({ author, isNote, text, at, readAt }) => [
      author,
      isNote ? 'internal' : 'public',
      text,
      iso(at),
      iso(readAt),
    ]),
  );
}

interface InitialTickets {
  readonly open: number;
  /** The oldest ones, in reverse order of creation. */
  readonly resolved: number;
}

/** The team can reopen closed tickets beyond the limit. */
function stepsTo({ open, resolved }: InitialTickets): Step[] {
  const create: Step = { do: 'create', subject: 'Stuck', text: 'Help.' };
  const extra = Array.from({ length: Math.max(0, open - 10) }, (_, which): Step[] => [
    { do: 'setStatus', which, status: 'closed' },
    create,
  ]);
  const reopened = extra.map((_, which): Step => ({ do: 'setStatus', which, status: 'open' }));
  const resolve = Array.from({ length: resolved }, (_, index): Step[] => [
    { do: 'setStatus', which: resolved - 1 - index, status: 'resolved' },
    { do: 'wait', milliseconds: SECOND },
  ]);
  return [...Array.from({ length: Math.min(open, 10) }, () => create), ...extra.flat(), ...reopened, ...resolve.flat()];
}

test('after random actions of players, team and time, tickets, queue, counts and inbox equal the model', async (t) => {
  // Higher limits for the many writes of a sequence.
  const quotas = { RATE_LIMIT_CREATE: '1000', RATE_LIMIT_CREATE_HOUR: '1000', RATE_LIMIT_REPLY: '1000' };
  const server = await startServer(t, {
    env: { ...quotas, RATE_LIMIT_READ: '10000', TOKEN_LIFETIME_SECONDS: String(3650 * 86_400) },
  });
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      // Most begin near the limit of ten, where most rules apply.
      fc.constantFrom<InitialTickets>(
        { open: 0, resolved: 0 },
        { open: 9, resolved: 0 },
        { open: 10, resolved: 0 },
        { open: 10, resolved: 3 },
        { open: 12, resolved: 4 },
      ),
      fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }),
      async (initial, steps) => {
        const player = await aPlayer(server);
        const model = new SupportModel(server.clock.now);
        for (const step of stepsTo(initial)) await runStep(step, server, player, model);
        await assertEqualsModel(server, player, model, undefined);
        for (const step of steps) {
          const before = model.openTickets().length;
          await assertEqualsModel(server, player, model, await runStep(step, server, player, model));
          if (step.do === 'create' && model.openTickets().length > before) {
            assert.ok(model.openTickets().length <= 10, 'a create never leaves more than ten open');
          }
          if (model.tickets.some(({ merge }) => merge !== null)) outcomes.add(`${step.do} beside merged tickets`);
          if (step.do === 'create') outcomes.add(`create at ${Math.min(before, 11)}`);
        }
      },
    ),
    { numRuns: rounds(25) },
  );
  if (!IS_USUAL_SEED) return;
  for (const one of CAN_MERGE ? ['merge', 'unmerge', 'playerReply', 'read', 'wait', 'create'] : []) {
    assert.ok(outcomes.has(`${one} beside merged tickets`), one);
  }
  for (const reached of ['create at 9', 'create at 10', 'create at 11']) assert.ok(outcomes.has(reached), reached);
});
