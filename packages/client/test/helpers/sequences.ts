import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Exchange,
  type Fault,
  randomFault,
  startFaultProxy,
} from '../../../client-conformance/src/fault-proxy.ts';
import { aProject } from '../../../server/test/helpers/builders.ts';
import type { Api, Reply } from '../../../server/test/helpers/call.ts';
import { SEED } from '../../../server/test/helpers/property.ts';
import { randomNumbers } from '../../../server/test/helpers/random-numbers.ts';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';
import { openTab, type Tab, type TabOptions } from './tab.ts';

/** Random histories over a bad network. At the end each stored message is there once, in order. */

type Create = TabOptions['create'];

/** One for each tab: tabs share no memory. */
export async function sdkCopies(t: Pick<TestContext, 'after'>): Promise<readonly Create[]> {
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
  /** Tabs can crash, and the storage is slow and sometimes fails. */
  readonly canCrash: boolean;
  readonly locks: boolean;
  readonly lease?: boolean;
  readonly without?: 'key' | 'persistence';
}

interface WrittenTicket {
  /** Undefined if the tab crashed before the entry was stored. */
  readonly entryId?: string | undefined;
  /** In order. */
  readonly messages: string[];
}

interface History {
  readonly tickets: Map<string, WrittenTicket>;
  readonly stored: Set<string>;
}

/** Eight at a time. Returns the failures and event counts. */
export async function runHistories(t: TestContext, service: Api, rounds: number, rules: Rules) {
  const failures: string[] = [];
  const count = new Map<string, number>();
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      let random = Math.random;
      let isNetworkGood = false;
      const nextFault = (exchange: Exchange): Fault => (isNetworkGood ? 'none' : randomFault(random, exchange));
      const proxy = await startFaultProxy(t, service.url, nextFault);
      // Its own project: tabs of a project in this process share its locks.
      const { publicKey } = await aProject(service);
      while (next < rounds) {
        const seed = SEED + next++;
        random = randomNumbers(seed);
        isNetworkGood = false;
        const player = new Player(service, { baseUrl: proxy.url, projectPublicKey: publicKey, random }, rules);
        try {
          const history = await player.run();
          isNetworkGood = true;
          await player.check(history);
        } catch (error) {
          failures.push(`TEST_SEED=${seed}: ${(error as Error).message}`);
        } finally {
          player.end();
        }
        for (const [event, times] of player.count) count.set(event, (count.get(event) ?? 0) + times);
      }
      for (const [what, times] of Object.entries(proxy.count)) count.set(what, (count.get(what) ?? 0) + times);
    }),
  );
  return { failures, count };
}

class Player {
  readonly count = new Map<string, number>();
  readonly #service: Api;
  readonly #options: Omit<TabOptions, 'create' | 'values'> & { readonly values: Map<string, string> };
  readonly #rules: Rules;
  readonly #random: () => number;
  readonly #tabs: Tab[] = [];
  /** Their storage failed: a crash loses their texts in memory. */
  readonly #inMemory = new Set<Tab>();

  constructor(service: Api, options: Pick<TabOptions, 'baseUrl' | 'projectPublicKey' | 'random'>, rules: Rules) {
    const { without, lease = false } = rules;
    this.#service = service;
    this.#options = {
      ...options,
      badStorage: rules.canCrash,
      lease,
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

  #countEvent(event: string): void {
    this.count.set(event, (this.count.get(event) ?? 0) + 1);
  }

  #open(): Tab {
    const create = this.#rules.copies[this.#tabs.length] ?? this.#one(this.#rules.copies);
    const tab = openTab({
      ...this.#options,
      create,
      onStorageError: () => {
        this.#countEvent('storage error');
        this.#inMemory.add(tab);
      },
    });
    this.#tabs.push(tab);
    return tab;
  }

  #crash(tab: Tab): void {
    tab.crash();
    this.#tabs.splice(this.#tabs.indexOf(tab), 1);
    this.#countEvent('crash');
  }

  async run(): Promise<History> {
    const history: History = { tickets: new Map(), stored: new Set() };
    this.#open();
    const steps = 3 + Math.floor(this.#random() * 8);
    for (let step = 0; step < steps; step++) {
      if (this.#tabs.length === 0) this.#open();
      const chance = this.#random();
      if (chance < 0.08) this.#rotate();
      else if (chance < 0.16 && this.#tabs.length < 2) this.#open();
      else if (chance < 0.22 && this.#rules.canCrash) this.#crash(this.#one(this.#tabs));
      else if (chance < 0.4) await sleep(this.#random() * 60);
      else await this.#write(history, `${step}`);
    }
    return history;
  }

  async #write(history: History, name: string): Promise<void> {
    const tab = this.#one(this.#tabs);
    const writer = `tab ${this.#tabs.indexOf(tab)}`;
    // Without locks a tab may not know another tab's ticket.
    const known = [...history.tickets]
      .filter(([text, { entryId }]) => entryId !== undefined && (this.#rules.locks || text.endsWith(writer)))
      .map(([, ticket]) => ticket);
    const mayCrash = this.#rules.canCrash && this.#random() < 0.35;
    const crashing = mayCrash ? sleep(this.#random() * 25).then(() => this.#crash(tab)) : Promise.resolve();
    const stored = async (text: string): Promise<string | undefined> => {
      try {
        const { id } = await tab.stored(text);
        if (!this.#inMemory.has(tab)) history.stored.add(text);
        return id;
      } catch {
        return undefined;
      }
    };
    if (known.length === 0 || (history.tickets.size < 3 && this.#random() < 0.3)) {
      const text = `ticket ${name} of ${writer}`;
      const storing = stored(text);
      tab.support.tickets.create({ type: 'bug', subject: text, message: text }).catch(() => {});
      history.tickets.set(text, { messages: [text], entryId: await storing });
      this.#countEvent('create');
    } else {
      const ticket = this.#one(known);
      const texts = Array.from(
        { length: 1 + Math.floor(this.#random() * 3) },
        (_none, index) => `reply ${name}.${index} of ${writer}`,
      );
      const storing = texts.map((text) => stored(text));
      for (const text of texts) {
        ticket.messages.push(text);
        tab.support.tickets.reply(ticket.entryId ?? '', text).catch(() => {});
        this.#countEvent('reply');
      }
      // The refused empty reply must not delay the others.
      if (this.#random() < 0.2) tab.support.tickets.reply(ticket.entryId ?? '', ' ').catch(() => {});
      await Promise.all(storing);
    }
    await crashing;
  }

  #identify(): Promise<{ body: { playerAccessToken: string } }> {
    const { values, projectPublicKey } = this.#options;
    const installation = values.get(`player-support:${projectPublicKey}:installation`);
    return this.#service.call('POST', '/api/v1/player/identify', {
      body: { projectPublicKey, installationId: JSON.parse(installation ?? '"nobody-at-all"') },
    });
  }

  end(): void {
    for (const tab of [...this.#tabs]) this.#crash(tab);
  }

  /** Retries after a 401: a late request of a crashed tab may rotate the token. */
  async #read(path: string): Promise<Reply['body']> {
    for (let tries = 1; ; tries++) {
      const { playerAccessToken: token } = (await this.#identify()).body;
      const { status, body, text } = await this.#service.call('GET', path, { token });
      if (status === 200) return body;
      assert.ok(status === 401 && tries < 10, text);
    }
  }

  /** Outside of the SDK. */
  #rotate(): void {
    this.#countEvent('rotation');
    this.#identify().catch(() => {});
  }

  /** Reloads, waits until a good network has sent everything, and compares. */
  async check({ tickets, stored }: History): Promise<void> {
    if (this.#rules.canCrash) this.end();
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
      assert.ok(!found.has(subject), `duplicate: ${subject}`);
      found.add(subject);
      const written = tickets.get(subject);
      const { messages } = await this.#read(`/api/v1/tickets/${id}`);
      const actual = (messages as { message: string }[]).map(({ message }) => message);
      // A crash during storing may keep the text or lose it.
      const expected = (written?.messages ?? []).filter((text) => stored.has(text) || actual.includes(text));
      // Without locks only each tab's own order is guaranteed.
      for (const writer of this.#rules.locks ? [''] : ['tab 0', 'tab 1']) {
        const own = (text: string) => text.endsWith(writer);
        assert.deepEqual(actual.filter(own), expected.filter(own));
      }
    }
    for (const [subject] of tickets) assert.ok(found.has(subject) || !stored.has(subject), `lost: ${subject}`);
  }
}
