import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { databaseFile } from '../../src/store/database-url.ts';
import { type CallOptions, call, type Reply } from './call.ts';
import { queryPostgres } from './databases.ts';
import { type ServerProcess, startProcess } from './programs.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const CONNECTIONS = 8;

interface Target {
  readonly server: ServerProcess;
  readonly publicKey: string;
  readonly teamKey: string;
}

type Step = 'identify' | 'create' | 'reply' | 'answer' | 'read' | 'rotate';

/** A player's sent steps, and the responses before the kill. */
interface Story {
  readonly name: string;
  readonly sent: Set<Step>;
  readonly replies: Map<Step, Reply>;
}

function of(story: Story, step: Step): Reply {
  const reply = story.replies.get(step);
  assert.ok(reply !== undefined, `${story.name}: no response to ${step}`);
  return reply;
}

const token = (story: Story): string =>
  of(story, story.replies.has('rotate') ? 'rotate' : 'identify').body.playerAccessToken;

function player(
  { server }: Target,
  story: Story,
  method: string,
  path: string,
  more: CallOptions = {},
): Promise<Reply> {
  return call(server.url, method, path, { token: token(story), ...more });
}

/** A repeated step has the same Idempotency-Key. */
function send(target: Target, story: Story, step: Step): Promise<Reply> {
  const { server, publicKey: projectPublicKey, teamKey } = target;
  const { name } = story;
  const headers = { 'idempotency-key': `${name}-${step}` };
  const ticketId = () => of(story, 'create').body.ticketId;
  switch (step) {
    case 'identify':
    case 'rotate':
      return call(server.url, 'POST', '/api/v1/player/identify', { body: { projectPublicKey, installationId: name } });
    case 'create':
      return player(target, story, 'POST', '/api/v1/tickets', {
        headers,
        body: { projectPublicKey, type: 'bug', subject: name, message: 'I cannot leave level 3.' },
      });
    case 'reply':
      return player(target, story, 'POST', `/api/v1/tickets/${ticketId()}/messages`, {
        headers,
        body: { message: `${name} is still stuck.` },
      });
    case 'answer':
      return call(server.url, 'POST', `/api/v1/team/tickets/${ticketId()}/replies`, {
        token: teamKey,
        body: { message: `Jump, ${name}.` },
      });
    case 'read':
      return inbox(target, story).then(({ body }) =>
        player(target, story, 'POST', `/api/v1/player/inbox/${body.messages[0].id}/read`),
      );
  }
}

const inbox = (target: Target, story: Story): Promise<Reply> =>
  player(target, story, 'GET', `/api/v1/player/inbox?projectPublicKey=${target.publicKey}`);

const STEPS: readonly Step[] = ['identify', 'create', 'reply', 'answer', 'read', 'rotate'];

async function runStories(target: Target, stories: Story[], prefix: string, answered: () => void): Promise<void> {
  for (let count = 0; ; count++) {
    const story: Story = { name: `${prefix}-${count}`, sent: new Set(), replies: new Map() };
    stories.push(story);
    for (const step of STEPS) {
      story.sent.add(step);
      let reply: Reply;
      try {
        reply = await send(target, story, step);
      } catch (error) {
        assert.ok(error instanceof TypeError && error.message !== '', String(error));
        return;
      }
      assert.ok(reply.status < 300, reply.text);
      story.replies.set(step, reply);
      answered();
    }
  }
}

/** A confirmed step must get the same response. */
async function repeat(target: Target, story: Story, step: Step): Promise<void> {
  const first = story.replies.get(step);
  const again = await send(target, story, step);
  assert.ok(again.status < 300, again.text);
  if (first === undefined) story.replies.set(step, again);
  else assert.equal(again.text, first.text);
}

/** Checks that everything confirmed is stored exactly once, before and after a repetition. */
async function verify(target: Target, story: Story): Promise<void> {
  if (!story.replies.has('identify')) return;
  // An unconfirmed rotation may have replaced the token, so this rotates it again.
  if (story.sent.has('rotate') && !story.replies.has('rotate')) await repeat(target, story, 'rotate');

  const tickets = async (): Promise<string[]> => {
    const { status, body, text } = await player(
      target,
      story,
      'GET',
      `/api/v1/player/tickets?projectPublicKey=${target.publicKey}`,
    );
    assert.equal(status, 200, text);
    return body.tickets.map(({ id }: { id: string }) => id);
  };
  const stored = await tickets();
  if (!story.sent.has('create')) return assert.deepEqual(stored, []);
  if (story.replies.has('create')) assert.equal(stored.length, 1);
  await repeat(target, story, 'create');
  const { ticketId } = of(story, 'create').body;
  for (const ids of [await tickets(), ...(stored.length > 0 ? [stored] : [])]) assert.deepEqual(ids, [ticketId]);

  const written = async (author: string): Promise<string[]> => {
    const { body } = await player(target, story, 'GET', `/api/v1/tickets/${ticketId}`);
    return body.messages
      .filter(({ authorType }: { authorType: string }) => authorType === author)
      .map(({ id }: { id: string }) => id)
      .slice(author === 'player' ? 1 : 0);
  };
  const replies = await written('player');
  if (story.replies.has('reply')) assert.equal(replies.length, 1);
  if (story.sent.has('reply')) {
    await repeat(target, story, 'reply');
    const { messageId } = of(story, 'reply').body;
    for (const ids of [await written('player'), ...(replies.length > 0 ? [replies] : [])])
      assert.deepEqual(ids, [messageId]);
  } else assert.deepEqual(replies, []);

  const answers = await written('admin');
  const { body } = await inbox(target, story);
  // A reply and its inbox message are stored together, even unconfirmed.
  assert.equal(body.messages.length, answers.length);
  if (story.replies.has('answer')) assert.deepEqual(answers, [of(story, 'answer').body.messageId]);
  if (story.replies.has('read')) assert.equal(body.messages[0].readAt, of(story, 'read').body.readAt);
}

/**
 * Each player has one ticket, which the radar counts once. Players' counters of a past hour do not
 * count.
 */
const COUNTS = `SELECT CAST((SELECT sum(open_tickets) FROM player) AS bigint) AS counted,
  CAST((SELECT sum(tickets) FROM radar_count WHERE player_id = '*' OR (project_id, hour) NOT IN
    (SELECT project_id, hour FROM radar_count WHERE player_id = '*')) AS bigint) AS on_radar, (SELECT count(*) FROM ticket) AS stored`;

/** Checks the database after the kill: SQLite's in a copy of the file. */
async function assertSound(t: TestContext, url: string): Promise<void> {
  const file = databaseFile(url);
  let counts: unknown;
  if (file === undefined) [counts] = await queryPostgres(url, COUNTS);
  else {
    const copy = path.join(temporaryDirectory(t), 'copy.db');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
    const db = new DatabaseSync(copy);
    assert.deepEqual(db.prepare('PRAGMA integrity_check').all(), [{ __proto__: null, integrity_check: 'ok' }]);
    assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
    counts = db.prepare(COUNTS).get();
    db.close();
  }
  const { counted, on_radar, stored } = counts as Record<'counted' | 'on_radar' | 'stored', number | string>;
  assert.deepEqual([Number(counted), Number(on_radar)], [Number(stored), Number(stored)]);
  assert.ok(Number(stored) > 0);
}

/**
 * Kills a server while players and the team write. Everything confirmed must be stored once.
 * `kills`: the responses before each kill.
 */
export async function assertNothingLost(t: TestContext, url: string, kills: readonly number[]): Promise<void> {
  const settings = {
    DATABASE_URL: url,
    LOG_LEVEL: 'warn',
    // All players are new and share an address.
    RATE_LIMITS: 'off',
  };
  let server = await startProcess(t, settings);
  const [, publicKey = ''] = await server.wrote(/public key: (\S+)/);
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  const confirmed = new Map<Step, number>();

  for (const [round, responses] of kills.entries()) {
    const stories: Story[] = [];
    let left = responses;
    const answered = () => {
      if (--left === 0) server.kill('SIGKILL');
    };
    const target = { server, publicKey, teamKey };
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_none, index) =>
        runStories(target, stories, `round-${round}-${index}`, answered),
      ),
    );
    await server.exited;
    for (const { replies } of stories) {
      for (const step of replies.keys()) confirmed.set(step, (confirmed.get(step) ?? 0) + 1);
    }
    await assertSound(t, settings.DATABASE_URL);

    server = await startProcess(t, settings);
    const restarted = { server, publicKey, teamKey };
    await Promise.all(stories.map((story) => verify(restarted, story)));
  }
  for (const step of STEPS) assert.ok((confirmed.get(step) ?? 0) > kills.length, `too few steps: ${step}`);
  t.diagnostic(`confirmed before a kill: ${JSON.stringify(Object.fromEntries(confirmed))}`);
}
