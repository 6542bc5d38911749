import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../server/test/helpers/random-numbers.ts';
import type { Device, Written } from './device.ts';
import { DriverEnded } from './driver-process.ts';
import { randomFault } from './fault-proxy.ts';
import { type Figures, noFigures } from './figures.ts';
import { randomFiles } from './files.ts';
import type { NewFile } from './protocol.ts';
import type { Matcher } from './scenario.ts';
import { beginsParts, isPart, isUpload } from './uploads.ts';
import { BrokenPromise, type Run, World } from './world.ts';

const PART_BYTES = 256 * 1024;
const LARGE_PART_BYTES = 530_000;
const MAX_TICKETS = 3;
/** Then the history goes on without waiting for its client. */
const MAX_WAIT_MS = 1000;
/** The proxy tells nobody of an upload. */
const POLL_FOR_UPLOAD_MS = 2;
const MAX_WAIT_FOR_TICKET_MS = 4000;
/** Rare enough to take little of the machine. */
const POLL_SECONDS = 4;
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

const isOfParts: Matcher = (exchange) => beginsParts(exchange) || isPart(exchange);
const isWhole: Matcher = (exchange) => isUpload(exchange) && exchange.method === 'POST' && !beginsParts(exchange);
/** The client got the response that the service has the upload or part. */
const isConfirmed: Matcher = ({ status, response }) => response?.status === status && [201, 204].includes(status ?? 0);

/** The same seed makes the same choices. */
class History {
  readonly #world: World;
  readonly #random: () => number;
  readonly #device: Device;
  readonly #figures: Figures;
  readonly #partBytes: number = Number.POSITIVE_INFINITY;
  /** Team replies that the client must report, unless it is killed. */
  #awaited: string[] = [];

  constructor(world: World, seed: number, figures: Figures) {
    this.#world = world;
    this.#figures = figures;
    const random = randomNumbers(seed);
    this.#random = random;
    // Its own numbers: the number of requests depends on time.
    const ofFaults = randomNumbers(~seed);
    const goodShare = 0.2 + 0.7 * random();
    world.faults = (exchange) => randomFault(ofFaults, exchange, goodShare);
    const isWrongClock = world.has('clock') && random() < 0.2;
    const isSlow = world.has('slowStorage') && random() < 0.2;
    // The service keeps what arrived of such a part before the cut.
    const partBytes = random() < 0.3 ? LARGE_PART_BYTES : PART_BYTES;
    if (world.has('fileParts')) this.#partBytes = partBytes;
    this.#device = world.device({
      ...(world.has('fileParts') ? { partBytes } : {}),
      ...(isWrongClock ? { clockOffset: random() < 0.5 ? TEN_YEARS_MS : -TEN_YEARS_MS } : {}),
      ...(isSlow ? { storageDelay: Math.ceil(random() * 10) } : {}),
      ...(world.has('users') && random() < 0.3 ? { userId: this.#user() } : {}),
    });
  }

  #one<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  #user(): string {
    return this.#random() < 0.5 ? 'user-a' : 'user-b';
  }

  async play(): Promise<void> {
    const steps = 3 + Math.floor(this.#random() * 8);
    for (let step = 0; step < steps; step++) {
      if (!this.#device.isRunning) await this.#device.start();
      const chance = this.#random();
      if (chance < 0.06) await this.#world.rotateToken();
      else if (chance < 0.1) await this.#kill();
      else if (chance < 0.18) await this.#stop();
      else if (chance < 0.28) await this.#replyAsTeam(`team ${step}`);
      else if (chance < 0.34 && this.#world.has('users')) await this.#changeUser();
      else if (chance < 0.5) await this.#wait();
      else await this.#write(`${step}`);
    }
  }

  /** Waits a moment, or until the client has sent one more message. */
  async #wait(milliseconds = this.#random() * MAX_WAIT_MS): Promise<void> {
    const { written } = this.#device.ledger;
    const sent = () => written.filter(({ ticketId }) => ticketId !== undefined).length;
    const before = sent();
    await this.#device.until(() => sent() > before, 'sent', milliseconds).catch(() => {});
  }

  async #kill(): Promise<void> {
    await this.#device.kill();
    // A kill may come before or after the report of a reply.
    this.#awaited = [];
  }

  async #stop(): Promise<void> {
    await this.#device.stop();
    this.#awaited = [];
  }

  async #changeUser(): Promise<void> {
    await this.#device.setUser(this.#random() < 0.3 ? undefined : this.#user());
    this.#awaited = [];
  }

  async #replyAsTeam(message: string): Promise<void> {
    const { written, userId } = this.#device.ledger;
    const own = () => written.filter((one) => one.ticketId !== undefined && one.userId === userId);
    if (own().length === 0 && written.length > 0) await this.#wait(MAX_WAIT_FOR_TICKET_MS);
    const ticketId = this.#one(own())?.ticketId;
    if (ticketId === undefined) return;
    this.#world.journal.add(`! the team replies ${JSON.stringify(message)} in ${ticketId}`);
    const { teamKey: token, call } = this.#world.run.api;
    const { status, text } = await call('POST', `/api/v1/team/tickets/${ticketId}/replies`, {
      token,
      body: { message },
    });
    if (status !== 201) throw new Error(`the team could not reply: ${text}`);
    this.#figures.inboxMessages++;
    this.#awaited.push(message);
  }

  /** Writes a ticket or some replies. The process may be killed meanwhile. */
  async #write(name: string): Promise<void> {
    const device = this.#device;
    const { written, userId } = device.ledger;
    const creations = written.filter((one) => one.ticket === one);
    const isKnown = (one: Written) =>
      one.userId === userId &&
      (one.ticketId ?? (this.#world.has('replyBeforeSent') ? one.entry : undefined)) !== undefined;
    const known = creations.filter(isKnown);
    const ticket = creations.length < MAX_TICKETS && this.#random() < 0.3 ? undefined : this.#one(known);
    const now: Written[] = [];
    if (ticket === undefined) {
      if (creations.length >= MAX_TICKETS) return;
      now.push(device.create(`ticket ${name} \u{1f680}`, undefined, this.#files(name)));
      this.#figures.tickets++;
    } else {
      const count = 1 + Math.floor(this.#random() * 3);
      for (let index = 0; index < count; index++) {
        const files = this.#files(`${name}.${index}`);
        now.push(device.reply(ticket, `reply ${name}.${index} <b>"'\n`, files));
      }
      this.#figures.replies += count;
    }
    const files = now.flatMap((one) => one.files);
    const isInParts = files.some(({ content }) => Buffer.byteLength(content, 'base64') > this.#partBytes);
    const killAfter = this.#random() < (isInParts ? 0.5 : 0.2) ? this.#random() * 25 : undefined;
    const isKilledAfterUpload = this.#random() < 0.5;
    if (killAfter === undefined) {
      for (const one of now) await device.stored(one);
      return;
    }
    if (isInParts) await this.#confirmed(isOfParts, 1 + Math.floor(this.#random() * 3), 'killsInParts');
    else if (isKilledAfterUpload && files.length > 0) await this.#confirmed(isWhole, 1, 'killsAfterUpload');
    await sleep(killAfter);
    await this.#kill();
  }

  #files(name: string): NewFile[] | undefined {
    if (!this.#world.has('files') || this.#random() > 0.4) return undefined;
    const files = randomFiles(this.#random, name);
    this.#figures.files += files.length;
    return files;
  }

  /** Waits for so many confirmed requests, and counts it if they came. */
  async #confirmed(matches: Matcher, times: number, figure: 'killsAfterUpload' | 'killsInParts'): Promise<void> {
    const count = () => this.#world.proxy.exchanges.filter((one) => matches(one) && isConfirmed(one)).length;
    const wanted = count() + times;
    await this.#device
      .until(() => count() >= wanted, 'uploaded', MAX_WAIT_MS, POLL_FOR_UPLOAD_MS)
      .then(
        () => this.#figures[figure]++,
        () => {},
      );
  }

  /** Throws if the client broke a promise. */
  async finish(): Promise<void> {
    this.#world.journal.add('! the faults end');
    this.#world.faults = () => 'none';
    if (!this.#device.isRunning) await this.#device.start();
    const isTold = (text: string) => [...this.#device.ledger.told.values()].some(({ body }) => body === text);
    const awaited = this.#awaited;
    await this.#device.until(() => awaited.every(isTold), `inbox messages told: ${awaited.join(', ')}`);
    await this.#world.endsWell(this.#device);
  }

  count(): void {
    this.#figures.histories++;
    this.#figures.kills += this.#device.kills;
    const { exchanges, count } = this.#world.proxy;
    this.#figures.requests += exchanges.length;
    this.#figures.parts += exchanges.filter(isPart).length;
    for (const [fault, times] of Object.entries(count)) {
      this.#figures.faults.set(fault, (this.#figures.faults.get(fault) ?? 0) + times);
    }
  }
}

export interface Failure {
  readonly seed: number;
  readonly reason: string;
  readonly journal: string;
}

/** Adds what happened to the figures. */
export async function playHistory(run: Run, seed: number, figures: Figures): Promise<Failure | undefined> {
  await using world = await World.open(run, { pollSeconds: POLL_SECONDS });
  const history = new History(world, seed, figures);
  try {
    await history.play();
    await history.finish();
    return undefined;
  } catch (error) {
    const ended = error instanceof DriverEnded ? ('crashed' as const) : ('stuck' as const);
    const kinds = error instanceof BrokenPromise ? new Set(error.verdict.map(({ kind }) => kind)) : [ended];
    for (const kind of kinds) figures.found.set(kind, (figures.found.get(kind) ?? 0) + 1);
    return { seed, reason: (error as Error).message, journal: `${world.journal}` };
  } finally {
    history.count();
  }
}

/** Several at a time, with seeds from `seed` on. */
export async function playHistories(
  run: Run,
  {
    histories,
    seed,
    jobs,
    signal,
    onFailure,
    onProgress,
  }: {
    readonly histories: number;
    readonly seed: number;
    readonly jobs: number;
    /** When aborted, no more histories begin. */
    readonly signal?: AbortSignal;
    readonly onFailure?: (failure: Failure) => void;
    readonly onProgress?: (figures: Figures) => void;
  },
): Promise<{ readonly figures: Figures; readonly failures: readonly Failure[] }> {
  const figures = noFigures();
  const failures: Failure[] = [];
  let next = 0;
  const work = async () => {
    while (next < histories && !signal?.aborted) {
      const failure = await playHistory(run, seed + next++, figures);
      if (failure !== undefined) {
        failures.push(failure);
        onFailure?.(failure);
      }
      onProgress?.(figures);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { figures, failures };
}
