import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { cpSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aProject } from '../../../server/test/helpers/builders.ts';
import { emptyDatabase } from '../../../server/test/helpers/databases.ts';
import { type Api, call, type Reply, temporaryDirectory } from '../../../server/test/helpers/harness.ts';
import { startProcess } from '../../../server/test/helpers/programs.ts';
import { randomNumbers } from './fast-time.ts';
import { FAULTS, type Fault, startFaultProxy } from './fault-proxy.ts';
import { openTab, type Tab, type TabOptions } from './tab.ts';

/**
 * Random histories of players who write on a bad network: in the end every message that the SDK took is in its ticket
 * exactly once, in order, and nothing else is.
 */

export const SEED = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));

type Create = TabOptions['create'];

/** The SDK as often as there are tabs: what one knows in its memory the other does not. */
export async function copies(t: Pick<TestContext, 'after'>): Promise<readonly Create[]> {
  const directory = temporaryDirectory(t);
  return Promise.all(
    ['one', 'two'].map(async (name) => {
      const copy = path.join(directory, name);
      cpSync(path.join(import.meta.dirname, '../../src'), copy, { recursive: true });
      return ((await import(path.join(copy, 'index.ts'))) as { createPlayerSupport: Create }).createPlayerSupport;
    }),
  );
}

export interface Rules {
  readonly copies: readonly Create[];
  /** Whether tabs may die in the middle of anything, and storage is slow and fails. */
  readonly harsh: boolean;
  readonly locks: boolean;
  readonly without?: 'key' | 'persistence';
}

interface WrittenTicket {
  /** Of the outbox; undefined if its tab died before it said that it was kept. */
  readonly entryId?: string | undefined;
  /** All that was written in it, in order. */
  readonly messages: string[];
}

interface History {
  readonly tickets: Map<string, WrittenTicket>;
  /** What the SDK said that it keeps. */
  readonly kept: Set<string>;
}

/** A program that serves, and a team's key. */
export async function startService(t: Pick<TestContext, 'after'>): Promise<Api> {
  const server = await startProcess(t, {
    DATABASE_URL: await emptyDatabase(t),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    SHED_AFTER_MILLISECONDS: '5000',
  });
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  return { url: server.url, teamKey, call: (method, path, options) => call(server.url, method, path, options) };
}

/** Plays so many histories, some at a time; what was wrong in each that went wrong. */
export async function play(t: TestContext, service: Api, rounds: number, rules: Rules) {
  const wrong: string[] = [];
  const count = new Map<string, number>();
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      let random = Math.random;
      let calm = false;
      const fate = (): Fault =>
        calm || random() < 0.35 ? 'none' : (FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none');
      const proxy = await startFaultProxy(t, service.url, fate);
      // Each its own, since the locks of a project are shared by all that is in this process.
      const { publicKey } = await aProject(service);
      while (next < rounds) {
        const seed = SEED + next++;
        random = randomNumbers(seed);
        calm = false;
        const player = new Player(service, { baseUrl: proxy.url, projectPublicKey: publicKey, random }, rules);
        try {
          const history = await player.live();
          calm = true;
          await player.check(history);
        } catch (error) {
          wrong.push(`TEST_SEED=${seed}: ${(error as Error).message}`);
        } finally {
          player.end();
        }
        for (const [what, times] of player.count) count.set(what, (count.get(what) ?? 0) + times);
      }
      for (const [what, times] of Object.entries(proxy.count)) count.set(what, (count.get(what) ?? 0) + times);
    }),
  );
  return { wrong, count };
}

class Player {
  readonly count = new Map<string, number>();
  readonly #service: Api;
  readonly #options: Omit<TabOptions, 'create' | 'values'> & { readonly values: Map<string, string> };
  readonly #rules: Rules;
  readonly #random: () => number;
  readonly #tabs: Tab[] = [];

  constructor(service: Api, options: Pick<TabOptions, 'baseUrl' | 'projectPublicKey' | 'random'>, rules: Rules) {
    const { without } = rules;
    this.#service = service;
    this.#options = {
      ...options,
      badStorage: rules.harsh,
      values: new Map(),
      ...(without === undefined ? {} : { without }),
    };
    this.#rules = rules;
    this.#random = options.random;
  }

  #one<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.#random() * list.length)];
    assert.ok(found !== undefined);
    return found;
  }

  #noted(what: string): void {
    this.count.set(what, (this.count.get(what) ?? 0) + 1);
  }

  #open(): Tab {
    const create = this.#rules.copies[this.#tabs.length] ?? this.#one(this.#rules.copies);
    const tab = openTab({ ...this.#options, create, gaveUp: () => this.#noted('given up') });
    this.#tabs.push(tab);
    return tab;
  }

  #kill(tab: Tab): void {
    tab.die();
    this.#tabs.splice(this.#tabs.indexOf(tab), 1);
    this.#noted('death');
  }

  async live(): Promise<History> {
    const history: History = { tickets: new Map(), kept: new Set() };
    this.#open();
    const steps = 3 + Math.floor(this.#random() * 8);
    for (let step = 0; step < steps; step++) {
      if (this.#tabs.length === 0) this.#open();
      const chance = this.#random();
      if (chance < 0.08) this.#rotate();
      else if (chance < 0.16 && this.#tabs.length < 2) this.#open();
      else if (chance < 0.22 && this.#rules.harsh) this.#kill(this.#one(this.#tabs));
      else if (chance < 0.4) await sleep(this.#random() * 60);
      else await this.#write(history, `${step}`);
    }
    return history;
  }

  /** Some messages at once in one tab, which may die meanwhile. */
  async #write(history: History, name: string): Promise<void> {
    const tab = this.#one(this.#tabs);
    const writer = `tab ${this.#tabs.indexOf(tab)}`;
    // Without locks a tab may not know the ticket that an entry of another one has become.
    const known = [...history.tickets]
      .filter(([text, { entryId }]) => entryId !== undefined && (this.#rules.locks || text.endsWith(writer)))
      .map(([, ticket]) => ticket);
    const mayDie = this.#rules.harsh && this.#random() < 0.35;
    const dying = mayDie ? sleep(this.#random() * 25).then(() => this.#kill(tab)) : Promise.resolve();
    const kept = async (text: string): Promise<string | undefined> => {
      try {
        const { id } = await tab.kept(text);
        history.kept.add(text);
        return id;
      } catch {
        return undefined;
      }
    };
    if (known.length === 0 || (history.tickets.size < 3 && this.#random() < 0.3)) {
      const text = `ticket ${name} of ${writer}`;
      const keeping = kept(text);
      tab.support.tickets.create({ type: 'bug', subject: text, message: text }).catch(() => {});
      history.tickets.set(text, { messages: [text], entryId: await keeping });
      this.#noted('create');
    } else {
      const ticket = this.#one(known);
      const texts = Array.from(
        { length: 1 + Math.floor(this.#random() * 3) },
        (_none, index) => `reply ${name}.${index} of ${writer}`,
      );
      const keeping = texts.map((text) => kept(text));
      for (const text of texts) {
        ticket.messages.push(text);
        tab.support.tickets.reply(ticket.entryId ?? '', text).catch(() => {});
        this.#noted('reply');
      }
      // Refused, and in nobody's way.
      if (this.#random() < 0.2) tab.support.tickets.reply(ticket.entryId ?? '', ' ').catch(() => {});
      await Promise.all(keeping);
    }
    await dying;
  }

  #identify(): Promise<{ body: { playerAccessToken: string } }> {
    const { values, projectPublicKey } = this.#options;
    const installation = values.get(`player-support:${projectPublicKey}:installation`);
    return this.#service.call('POST', '/api/v1/player/identify', {
      body: { projectPublicKey, installationId: JSON.parse(installation ?? '"nobody-at-all"') },
    });
  }

  end(): void {
    for (const tab of [...this.#tabs]) this.#kill(tab);
  }

  /** What the player sees, past the proxy; a request of a tab that died may arrive late and rotate the token. */
  async #read(path: string): Promise<Reply['body']> {
    for (let tries = 1; ; tries++) {
      const { playerAccessToken: token } = (await this.#identify()).body;
      const { status, body, text } = await this.#service.call('GET', path, { token });
      if (status === 200) return body;
      assert.ok(status === 401 && tries < 10, text);
    }
  }

  /** Somebody else of this installation gets a new token, and tells nobody. */
  #rotate(): void {
    this.#noted('rotation');
    this.#identify().catch(() => {});
  }

  /** On a good network again, and after a reload. */
  async check({ tickets, kept }: History): Promise<void> {
    if (this.#rules.harsh) this.end();
    if (this.#tabs.length === 0) this.#open();
    const { support } = this.#tabs[0] ?? this.#open();
    const deadline = AbortSignal.timeout(60_000);
    for (;;) {
      const entries = await support.outbox.entries();
      const failed = entries.filter(({ state, error }) => state === 'failed' && error?.status !== 400);
      assert.deepEqual(failed, [], 'failed');
      if (entries.every(({ state }) => state === 'sent' || state === 'failed')) break;
      assert.ok(!deadline.aborted, `never sent: ${JSON.stringify(entries)}`);
      await sleep(3);
    }
    this.end();
    const list = await this.#read(`/api/v1/player/tickets?projectPublicKey=${this.#options.projectPublicKey}`);
    const found = new Set<string>();
    for (const { id, subject } of list.tickets as { id: string; subject: string }[]) {
      assert.ok(!found.has(subject), `doubled: ${subject}`);
      found.add(subject);
      const written = tickets.get(subject);
      const { messages } = await this.#read(`/api/v1/tickets/${id}`);
      const there = (messages as { message: string }[]).map(({ message }) => message);
      // What a tab took in the moment of its death may be there or not.
      const meant = (written?.messages ?? []).filter((text) => kept.has(text) || there.includes(text));
      // Without locks each tab has an order of its own.
      for (const writer of this.#rules.locks ? [''] : ['tab 0', 'tab 1']) {
        const own = (text: string) => text.endsWith(writer);
        assert.deepEqual(there.filter(own), meant.filter(own));
      }
    }
    for (const [subject] of tickets) assert.ok(found.has(subject) || !kept.has(subject), `lost: ${subject}`);
  }
}
