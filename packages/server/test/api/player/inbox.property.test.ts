import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  createTicket,
  directMessage,
  markRead,
  type Player,
  poll,
  setStatus,
  teamReply,
  timePasses,
} from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { fc, IS_USUAL_SEED } from '../../helpers/property.ts';
import { rounds } from '../../helpers/rounds.ts';
import { type ModelInboxMessage, SupportModel } from '../../helpers/support-model.ts';

type Step =
  | { readonly do: 'reply' | 'resolve' | 'direct' | 'burst' }
  | { readonly do: 'announce'; readonly startsIn: number | null; readonly lasts: number | null }
  | { readonly do: 'withdraw' | 'markRead'; readonly which: number }
  | { readonly do: 'poll'; readonly sinceAgo: number; readonly zone: string }
  | { readonly do: 'wait'; readonly milliseconds: number };

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const span = fc.constantFrom(1, SECOND, 30 * SECOND, 600 * SECOND, DAY, 89 * DAY, 90 * DAY);
const which = fc.nat({ max: 200 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('reply', 'resolve', 'direct') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('burst') }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('announce'), startsIn: fc.option(span), lasts: fc.option(span) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('markRead'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('poll'),
      sinceAgo: fc.oneof(span, fc.constantFrom(-1, 0)),
      zone: fc.constantFrom('Z', '+00:00', '%2B02:00', '-05:30'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), milliseconds: span }) },
) as fc.Arbitrary<Step>;

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Encoded for a query. */
function inZone(time: number, zone: string): string {
  const [, sign, hours, minutes] = /([+-]|%2B)(\d\d):(\d\d)/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return new Date(time + offset).toISOString().replace('Z', zone);
}

interface World {
  readonly server: TestServer;
  readonly player: Player;
  readonly ticketId: string;
  readonly model: SupportModel;
  polled: { etag: string; view: string; delay: number } | undefined;
}

function copyIds(messages: { id: string; body: string }[], model: SupportModel): void {
  for (const { id, body } of messages) {
    const expected = model.inbox.find((message) => message.body === body);
    if (expected?.id === null) expected.id = id;
  }
}

const shape = ({ id, type, ticketId, title, body, at, readAt }: ModelInboxMessage) => ({
  id,
  type,
  ticketId,
  title,
  body,
  createdAt: iso(at),
  readAt: iso(readAt),
});

/** Expects the model's 50 newest messages, newest first. */
async function pollAndCompare(world: World, since: number | undefined, zone = 'Z'): Promise<void> {
  const { server, player, model } = world;
  const { body, text, headers } = await poll(
    server,
    player,
    since === undefined ? '' : `&since=${inZone(since, zone)}`,
  );
  copyIds(body.messages, model);
  const messages: ReturnType<typeof shape>[] = body.messages;
  const times = messages.map(({ createdAt }) => createdAt ?? '');
  assert.deepEqual(times, times.toSorted().reverse(), 'newest first');

  const candidates = model.visible(since).map(shape);
  assert.equal(messages.length, Math.min(50, candidates.length), text);
  const oldest = candidates.length > 50 ? (times.at(-1) ?? '') : '';
  // Of several messages as old as the page's oldest, any may be missing.
  const newer = candidates.filter(({ createdAt }) => (createdAt ?? '') > oldest);
  const byId = (list: ReturnType<typeof shape>[]) => list.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
  assert.deepEqual(byId(messages.filter(({ createdAt }) => (createdAt ?? '') > oldest)), byId(newer));
  for (const message of messages) assert.ok(candidates.some((candidate) => candidate.id === message.id));
  if (since === undefined) {
    const etag = headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[^"]+"$/);
    world.polled = { etag, view: JSON.stringify(messages), delay: model.pollDelay() };
  }
}

/** Expects 304 exactly if messages and delay are unchanged. */
async function pollAgain(world: World): Promise<void> {
  const { server, player, model, polled } = world;
  if (polled === undefined) return pollAndCompare(world, undefined);
  const reply = await poll(server, player, '', { headers: { 'if-none-match': polled.etag } });
  await pollAndCompare(world, undefined);
  const isSame = world.polled?.view === polled.view && polled.delay === model.pollDelay();
  assert.equal(reply.status, isSame ? 304 : 200);
  if (isSame) assert.equal(reply.text, '');
}

let count = 0;

async function runStep(step: Step, world: World): Promise<void> {
  const { server, player, ticketId, model } = world;
  const text = `Text ${++count}.`;
  const direct = async (body: string) => {
    await directMessage(server, player, { title: 'Gift', body });
    model.tell('direct', 'Gift', body, null);
  };
  const ticket = model.tickets[0];
  switch (step.do) {
    case 'reply':
      await teamReply(server, ticketId, text);
      if (ticket) model.adminReply(ticket, text);
      return;
    case 'resolve': {
      const status = ticket?.status === 'resolved' ? 'closed' : 'resolved';
      await setStatus(server, ticketId, status);
      if (ticket) model.setStatus(ticket, status);
      // All status messages have the same text.
      await copyStatusMessage(world);
      return;
    }
    case 'direct':
      return direct(text);
    case 'burst':
      for (let index = 0; index < 45; index++) await direct(`${text} ${index}`);
      return;
    case 'announce': {
      const startsAt = step.startsIn === null ? null : model.now + step.startsIn;
      const endsAt = step.lasts === null ? null : (startsAt ?? model.now) + step.lasts;
      await anAnnouncement(server, player.project, { body: text, startsAt: iso(startsAt), endsAt: iso(endsAt) });
      const at = startsAt ?? model.now;
      model.inbox.push({
        type: 'announcement',
        title: 'Maintenance',
        body: text,
        ticketId: null,
        at,
        endsAt,
        id: null,
        readAt: null,
      });
      return;
    }
    case 'withdraw': {
      const announcements = model.inbox.filter(({ type, id }) => type === 'announcement' && id !== null);
      const gone = announcements[step.which % announcements.length];
      if (gone === undefined) return;
      const path = `/api/v1/team/announcements/${gone.id}`;
      assert.equal((await server.call('DELETE', path, { token: server.teamKey })).status, 204);
      model.inbox.splice(model.inbox.indexOf(gone), 1);
      assert.equal((await markRead(server, player, gone.id ?? '')).status, 404);
      return;
    }
    case 'markRead': {
      const shown = model.inbox.filter(({ id }) => id !== null);
      const message = shown[step.which % shown.length];
      if (message === undefined) return;
      const { status, body } = await markRead(server, player, message.id ?? '');
      message.readAt ??= model.now;
      assert.deepEqual([status, body.ok, body.readAt], [200, true, iso(message.readAt)]);
      return;
    }
    case 'poll':
      return pollAndCompare(world, model.now - step.sinceAgo, step.zone);
    case 'wait':
      await timePasses(server, step.milliseconds);
      model.wait(step.milliseconds);
  }
}

async function copyStatusMessage({ server, player, model }: World): Promise<void> {
  const { body } = await poll(server, player);
  const written = model.inbox.findIndex(({ type, body }) => type === 'ticket_status' && body === null);
  const knownIds = new Set(model.inbox.map(({ id }) => id));
  const fresh = body.messages.find(
    ({ id, type }: { id: string; type: string }) => type === 'ticket_status' && !knownIds.has(id),
  );
  const message = model.inbox[written];
  if (message === undefined) return;
  assert.ok(fresh !== undefined, 'a status set by the team is in the inbox');
  assert.match(fresh.body, /\S/);
  model.inbox[written] = { ...message, id: fresh.id, body: fresh.body };
}

test('after random messages, reads and announcements, a poll equals the model', async (t) => {
  const server = await startServer(t, {
    env: { TOKEN_LIFETIME_SECONDS: String(3650 * 86_400), RATE_LIMIT_READ: '100000' },
  });
  let fullPages = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      const player = await aPlayer(server, await aProject(server));
      const model = new SupportModel(server.clock.now);
      const { body } = await createTicket(server, player);
      model.create('Stuck', 'I cannot leave level 3.', () => body.ticketId);
      const world: World = { server, player, ticketId: body.ticketId, model, polled: undefined };
      for (const step of steps) {
        await runStep(step, world);
        await pollAgain(world);
        if (model.visible().length > 50) fullPages++;
      }
    }),
    { numRuns: rounds(15) },
  );
  if (IS_USUAL_SEED) assert.ok(fullPages > 0, 'some inbox has more than one page');
});
