import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../server/test/helpers/call.ts';
import { Device, type DeviceOptions, type Ledger, type Written } from './device.ts';
import { CommandFailed, type DriverPool } from './driver-process.ts';
import { type Elsewhere, startElsewhere } from './elsewhere.ts';
import { type Cleanup, type Exchange, type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import type { ProxyResponse } from './foreign-responses.ts';
import { Journal } from './journal.ts';
import { judge, judgeTokens, playersOf, receivedTickets, type Verdict } from './judge.ts';
import { judgeFiles, judgeParts, leftBehind, refusedFiles } from './judge-files.ts';
import type { Capability } from './protocol.ts';
import type { Project } from './service.ts';

export interface Run {
  readonly api: Api;
  readonly project: Project;
  readonly pool: DriverPool;
  readonly capabilities: ReadonlySet<Capability>;
}

export class BrokenPromise extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(verdict.map(({ kind, text }) => `${kind}: ${text}`).join('\n'));
    this.verdict = verdict;
  }
}

/** To remove the files of sent messages. */
const MAX_REMOVAL_MS = 3000;
/** For a driver with `fastTime`. */
const SPEED = 40;

/** The network, storage and devices of one history or scenario. */
export class World {
  readonly run: Run;
  readonly journal = new Journal();
  readonly proxy: FaultProxy;
  readonly elsewhere: Elsewhere;
  readonly devices: Device[] = [];
  /** Picks the next requests' faults. */
  faults: (exchange: Exchange) => Fault | ProxyResponse = () => 'none';
  readonly #folder: string;
  readonly #stack: AsyncDisposableStack;

  private constructor(run: Run, stack: AsyncDisposableStack, proxy: FaultProxy, elsewhere: Elsewhere) {
    this.run = run;
    this.proxy = proxy;
    this.elsewhere = elsewhere;
    this.#stack = stack;
    this.#folder = mkdtempSync(path.join(os.tmpdir(), 'client-conformance-'));
  }

  /** `pollSeconds`: replaces the service's `nextPollAfterSeconds`. */
  static async open(run: Run, { pollSeconds = 1 }: { pollSeconds?: number } = {}): Promise<World> {
    const stack = new AsyncDisposableStack();
    const t = cleanupOf(stack);
    const elsewhere = await startElsewhere(t);
    const proxy = await startFaultProxy(t, run.api.url, (exchange) => world.faults(exchange), {
      elsewhere: elsewhere.url,
      pollSeconds,
      onEnd: (exchange) => world.journal.addExchange(exchange),
    });
    const world = new World(run, stack, proxy, elsewhere);
    return world;
  }

  get #storage(): string {
    return path.join(this.#folder, 'storage');
  }

  has(capability: Capability): boolean {
    return this.run.capabilities.has(capability);
  }

  /** Adds a device, not started yet. With another device's ledger it shares that storage. */
  device(options: Partial<DeviceOptions> = {}, ledger?: Ledger): Device {
    const device = new Device(this.run.pool, {
      journal: this.journal,
      storage: this.#storage,
      options: {
        baseUrl: this.proxy.url,
        projectPublicKey: this.run.project.publicKey,
        ...(this.has('fastTime') ? { speed: SPEED } : {}),
        ...options,
      },
      ...(ledger === undefined ? {} : { ledger }),
    });
    // The service confirms a message before the client can know.
    device.ledger.isConfirmed = (written) =>
      this.requestsWith(written).some(({ response }) => response !== undefined && response.status < 300);
    this.devices.push(device);
    return device;
  }

  async started(options: Partial<DeviceOptions> = {}): Promise<Device> {
    const device = this.device(options);
    await device.start();
    return device;
  }

  /** Whose path ends with this. */
  requests(end: string): Exchange[] {
    return this.proxy.exchanges.filter(({ url }) => url.split('?')[0]?.endsWith(end));
  }

  requestsWith({ message }: Written): Exchange[] {
    return this.proxy.exchanges.filter(({ body }) => body?.message === message);
  }

  /** Identifies outside the client, which replaces its token. */
  async rotateToken(): Promise<void> {
    const last = this.requests('/player/identify').at(-1)?.body?.installationId;
    if (last === undefined) return;
    this.journal.add('! another client replaces the token');
    const { publicKey } = this.run.project;
    await this.run.api.call('POST', '/api/v1/player/identify', {
      body: { projectPublicKey: publicKey, installationId: last },
    });
  }

  /**
   * Ends the faults, lets clients send everything, and judges. `isExpectedToFail`: the service had
   * to refuse it. Throws BrokenPromise.
   */
  async endsWell(device: Device, isExpectedToFail?: (written: Written) => boolean): Promise<void> {
    const verdict = await this.#verdict(device, isExpectedToFail);
    if (verdict.length > 0) throw new BrokenPromise(verdict);
  }

  async #verdict(device: Device, isExpectedToFail?: (written: Written) => boolean): Promise<Verdict> {
    this.journal.add('! the faults end');
    this.faults = () => 'none';
    if (!device.isRunning) await device.start();
    await this.#settle(device);
    for (const user of [...device.ledger.users].filter((one) => one !== device.ledger.userId)) {
      await device.setUser(user);
      await this.#settle(device);
    }
    for (const one of this.devices) await one.stop();
    await this.proxy.settled();
    const players = playersOf(this.proxy.exchanges);
    const tickets = await receivedTickets(this.run.api, players);
    return [
      ...judge(device.ledger, tickets, players, isExpectedToFail),
      ...judgeTokens(device.ledger, this.proxy.exchanges),
      ...judgeFiles(device.ledger, tickets, refusedFiles(this.proxy.exchanges)),
      ...judgeParts(device.ledger, this.proxy.exchanges),
      ...(await leftBehind(device.ledger, this.#storage)),
      ...this.#leaks(),
    ];
  }

  /** A client may remove the last files after the response. */
  async #settle(device: Device): Promise<void> {
    await settle(device);
    const { userId } = device.ledger;
    const deadline = performance.now() + MAX_REMOVAL_MS;
    while ((await leftBehind(device.ledger, this.#storage, (one) => one.userId === userId)).length > 0) {
      if (performance.now() > deadline) return;
      await sleep(20);
    }
  }

  /** What the client sent to another host after a redirect. */
  #leaks(): Verdict {
    return this.elsewhere.requests
      .filter(({ headers, text }) => headers.authorization !== undefined || text !== '')
      .map(({ method, url }) => ({ kind: 'leaked', text: `a token or a text to another host: ${method} ${url}` }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const device of this.devices) await device.kill().catch(() => {});
    await this.#stack.disposeAsync();
    // A stopped client may still finish a write.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Waits until all is sent and the service knows the user. */
async function settle(device: Device): Promise<void> {
  await device.drain();
  const list = () => device.ask({ command: 'list' });
  // The first call may share an identify from before the faults ended, and fail with it.
  await list().catch((error: unknown) => {
    if (error instanceof CommandFailed) return list();
    throw error;
  });
}

export function cleanupOf(stack: AsyncDisposableStack): Cleanup {
  return { after: (end) => stack.defer(async () => void (await end())) };
}
