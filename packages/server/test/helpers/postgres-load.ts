import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { listTickets, markRead, type Player, type Project, poll, team, teamReply } from './builders.ts';
import type { Reply } from './call.ts';
import { type Node, times } from './postgres-nodes.ts';

/** Players write all the time and retry. Nothing may be lost or stored twice. */

const STEPS = ['identify', 'create', 'reply', 'answer', 'read'] as const;
type Step = (typeof STEPS)[number];

/** Longer than most requests, so few clients have one open at once. */
const PAUSE_MS = 20;

interface Story {
  readonly name: string;
  readonly tries: Map<Step, number>;
  readonly answers: Map<Step, Reply>;
}

/** Without a reply if the connection broke. */
interface Failure {
  readonly node: Node;
  readonly reply: Reply | undefined;
}

export interface Load {
  readonly failures: readonly Failure[];
  /** Returns the longest request, in seconds. */
  longest(): number;
  /** Seconds from now until every client has succeeded again. */
  recovery(): Promise<number>;
  /** Begun stories are finished. */
  stop(): Promise<void>;
  /** Everything confirmed is stored once. */
  verify(node: Node): Promise<void>;
}

/** Starts clients that run stories in turn. Requests alternate between nodes. */
export function startLoad(nodes: () => readonly Node[], project: Project, clients: number): Load {
  const stories: Story[] = [];
  const failures: Failure[] = [];
  let waiting = new Set<number>();
  let recovered = Promise.withResolvers<void>();
  let longest = 0;
  let stopping = false;
  let sent = 0;

  async function persist(client: number, story: Story, step: Step): Promise<void> {
    for (const deadline = AbortSignal.timeout(120_000); ; await sleep(20)) {
      assert.ok(!deadline.aborted, `${step} never succeeded`);
      const all = nodes();
      const node = all[sent++ % all.length];
      if (node === undefined) throw new Error('no nodes');
      story.tries.set(step, (story.tries.get(step) ?? 0) + 1);
      const began = performance.now();
      const reply = await send(node, project, story, step).catch((error: unknown) => {
        assert.ok(error instanceof TypeError, String(error));
        return undefined;
      });
      longest = Math.max(longest, (performance.now() - began) / 1000);
      if (reply !== undefined && reply.status < 300) {
        story.answers.set(step, reply);
        if (waiting.delete(client) && waiting.size === 0) recovered.resolve();
        return;
      }
      failures.push({ node, reply });
      assert.ok(reply === undefined || reply.status === 503, `${step}: ${reply?.text}`);
    }
  }

  const running = Promise.all(
    times(clients, async (client) => {
      for (let count = 0; !stopping; count++) {
        const story: Story = { name: `client-${client}-${count}`, tries: new Map(), answers: new Map() };
        stories.push(story);
        for (const step of STEPS) {
          await persist(client, story, step);
          // Without a pause, players would take all processor time.
          await sleep(PAUSE_MS);
        }
      }
    }),
  );
  // The error is handled where `running` is awaited.
  running.catch(() => {});

  return {
    failures,
    longest: () => longest,
    async recovery() {
      const began = performance.now();
      waiting = new Set(times(clients, (client) => client));
      recovered = Promise.withResolvers();
      await Promise.race([recovered.promise, running]);
      return (performance.now() - began) / 1000;
    },
    async stop() {
      stopping = true;
      await running;
    },
    async verify(node) {
      assert.ok(stories.length > clients, 'hardly any load');
      // With pauses: this test is not about load.
      for (let first = 0; first < stories.length; first += 20) {
        await Promise.all(stories.slice(first, first + 20).map((story) => verify(node, project, story)));
      }
    },
  };
}

/** Every failure is a 503 with Retry-After. Only connections to `killed` may break. */
export function assertRefused(failures: readonly Failure[], killed: readonly Node[] = []): void {
  for (const { node, reply } of failures) {
    if (reply === undefined) assert.ok(killed.includes(node), 'a connection broke');
    else assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
}

function of(story: Story, step: Step): Reply {
  const reply = story.answers.get(step);
  assert.ok(reply !== undefined, `${story.name}: no answer to ${step}`);
  return reply;
}

function playerOf(story: Story, project: Project): Player {
  const { playerId: id, playerAccessToken: token } = of(story, 'identify').body;
  return { id, token, installationId: story.name, project };
}

/** Retries repeat the Idempotency-Key if one is taken. */
async function send(node: Node, project: Project, story: Story, step: Step): Promise<Reply> {
  const { name } = story;
  const projectPublicKey = project.publicKey;
  if (step === 'identify') {
    return node.call('POST', '/api/v1/player/identify', { body: { projectPublicKey, installationId: name } });
  }
  const player = playerOf(story, project);
  const options = { token: player.token, headers: { 'idempotency-key': step } };
  if (step === 'create') {
    const body = { projectPublicKey, type: 'bug', subject: name, message: 'I cannot leave level 3.' };
    return node.call('POST', '/api/v1/tickets', { ...options, body });
  }
  const { ticketId } = of(story, 'create').body;
  if (step === 'reply') {
    const body = { message: `${name} is still stuck.` };
    return node.call('POST', `/api/v1/tickets/${ticketId}/messages`, { ...options, body });
  }
  if (step === 'answer') return teamReply(node, ticketId, `Jump, ${name}.`);
  const inbox = await poll(node, player);
  return inbox.status === 200 ? markRead(node, player, inbox.body.messages.at(-1).id) : inbox;
}

async function verify(node: Node, project: Project, story: Story): Promise<void> {
  const player = playerOf(story, project);
  const { ticketId } = of(story, 'create').body;
  for (const step of ['create', 'reply'] as const) {
    assert.equal((await send(node, project, story, step)).text, of(story, step).text, 'a repeat is answered the same');
  }
  const { tickets } = (await listTickets(node, player)).body;
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  assert.deepEqual(ids(tickets), [ticketId], story.name);

  const { messages, player: seen } = (await team(node, 'GET', `/tickets/${ticketId}`)).body;
  assert.equal(seen.openTickets, 1);
  const written = (author: string) =>
    ids(messages.slice(1).filter(({ authorType }: { authorType: string }) => authorType === author));
  assert.deepEqual(written('player'), [of(story, 'reply').body.messageId], story.name);
  // Without a key, each attempt can add a reply.
  const answers = written('admin');
  assert.ok(answers.includes(of(story, 'answer').body.messageId), story.name);
  assert.ok(answers.length <= (story.tries.get('answer') ?? 0), story.name);

  const inbox = (await poll(node, player)).body.messages;
  assert.equal(inbox.length, answers.length, 'an answer and its inbox message: both or neither');
  assert.equal(inbox.at(-1).readAt, of(story, 'read').body.readAt);
}
