import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverPool, DriverProcess } from './driver-process.ts';
import { type Journal, short } from './journal.ts';
import type { Entry, Event, InboxMessage, NewFile, Request, StartOptions } from './protocol.ts';
import { sha256 } from './uploads.ts';

/** Per step, such as sending the next message. */
const MAX_SEND_MS = 90_000;

/** A file of the suite, with the client's reports. */
export interface WrittenFile extends NewFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  isStored: boolean;
  /** The process ended before the client reported the file as stored. */
  mayBeLost: boolean;
  /** Why the client sends the message without it. */
  missing?: string;
}

/** A ticket or reply of the suite, with the client's reports. */
export interface Written {
  readonly message: string;
  /** Of a `create`. */
  readonly subject?: string;
  /** The `create` of its ticket or itself. Undefined: someone else's ticket. */
  readonly ticket: Written | undefined;
  readonly files: readonly WrittenFile[];
  /** Undefined: a player without a user. */
  userId: string | undefined;
  entry?: string;
  isStored: boolean;
  /** Once sent. */
  ticketId?: string;
  failed?: string;
}

/** The promises of one installation. */
export class Ledger {
  readonly written: Written[] = [];
  /** By message id. */
  readonly told = new Map<string, { readonly body: string; times: number }>();
  readonly errors: string[] = [];
  /** Reported as sent before the service had confirmed them. */
  readonly tooEarly: Written[] = [];
  isConfirmed: (written: Written) => boolean = () => true;
  unread = 0;
  userId: string | undefined;
  /** Each has its own player. */
  readonly users = new Set<string | undefined>();

  /** The first user takes over the player without a user. */
  signIn(userId: string | undefined): void {
    const isFirst = userId !== undefined && [...this.users].every((user) => user === undefined);
    if (isFirst) {
      this.users.clear();
      for (const one of this.written) one.userId = userId;
    }
    this.userId = userId;
    this.users.add(userId);
    this.unread = 0;
  }

  find(message: string): Written | undefined {
    return this.written.find((one) => one.message === message);
  }

  withFile(name: string | undefined): Written | undefined {
    return this.written.find(({ files }) => files.some((file) => file.name === name));
  }

  /** What was not stored may be lost. */
  endProcess(): void {
    for (const { files } of this.written) for (const file of files) file.mayBeLost ||= !file.isStored;
  }

  receive(event: Event): void {
    if (event.event === 'message') {
      const told = this.told.get(event.id) ?? { body: event.body, times: 0 };
      told.times++;
      this.told.set(event.id, told);
    }
    if (event.event === 'unread') this.unread = event.count;
    if (event.event === 'error') this.errors.push(event.slug);
    if (event.event === 'fileStored' || event.event === 'fileMissing') this.#applyToFile(event);
    if (event.event !== 'stored' && event.event !== 'sent' && event.event !== 'failed') return;
    // A scenario writes the same text twice.
    const all = this.written.filter(({ message }) => message === event.message);
    assert.ok(all.length > 0, `the driver told of a message that nobody wrote: ${short(event.message)}`);
    for (const written of all) this.#apply(event, written);
  }

  #applyToFile(event: Extract<Event, { event: 'fileStored' | 'fileMissing' }>): void {
    const file = this.find(event.message)?.files.find(({ name }) => name === event.name);
    assert.ok(file, `the driver told of a file that nobody gave it: ${event.name}`);
    if (event.event === 'fileStored') file.isStored = true;
    else file.missing = event.slug;
  }

  #apply(event: Extract<Event, { event: 'stored' | 'sent' | 'failed' }>, written: Written): void {
    if (event.event === 'stored') written.entry = event.entry;
    if (event.event === 'sent') {
      written.ticketId = event.ticketId;
      if (!this.isConfirmed(written)) this.tooEarly.push(written);
    }
    if (event.event === 'failed') written.failed = event.slug;
    else written.isStored = true;
  }
}

export type DeviceOptions = Omit<StartOptions, 'storage'>;

/** One process of an installation. */
export class Device {
  readonly ledger: Ledger;
  readonly #pool: DriverPool;
  readonly #journal: Journal;
  readonly #storage: string;
  readonly #options: DeviceOptions;
  #driver: DriverProcess | undefined;
  #fault: Error | undefined;
  /** Messages before this process. A kill may have lost the last ones. */
  #writtenBefore = 0;
  #changed = Promise.withResolvers<void>();
  kills = 0;

  /** `ledger`: a new one, or from a device with the same storage. */
  constructor(
    pool: DriverPool,
    {
      journal,
      storage,
      options,
      ledger = new Ledger(),
    }: {
      readonly journal: Journal;
      readonly storage: string;
      readonly options: DeviceOptions;
      readonly ledger?: Ledger;
    },
  ) {
    this.#pool = pool;
    this.#journal = journal;
    this.#storage = storage;
    const { userId, ...kept } = options;
    this.#options = kept;
    this.ledger = ledger;
    if (this.ledger.users.size === 0) this.ledger.signIn(userId);
    mkdirSync(storage, { recursive: true });
  }

  get isRunning(): boolean {
    return this.#driver !== undefined;
  }

  /** Throws if the driver's reports are impossible. */
  #check(): void {
    if (this.#fault) throw this.#fault;
    if (this.#driver?.fault !== undefined) throw new Error(this.#driver.fault);
  }

  async start(more: Partial<DeviceOptions> = {}): Promise<void> {
    assert.equal(this.#driver, undefined, 'the client runs already');
    const driver = this.#pool.take();
    this.#driver = driver;
    this.#writtenBefore = this.ledger.written.length;
    await driver.capabilities;
    driver.use(this.#journal, (event) => {
      try {
        this.ledger.receive(event);
      } catch (error) {
        this.#fault ??= error as Error;
      }
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    });
    // After a restart the game tells again who plays.
    const user = this.ledger.userId === undefined ? {} : { userId: this.ledger.userId };
    await this.ask({ command: 'start', storage: this.#storage, ...this.#options, ...more, ...user });
  }

  ask(command: Request): Promise<unknown> {
    assert.ok(this.#driver, 'the client does not run');
    return this.#driver.ask(command);
  }

  async stop(): Promise<void> {
    const driver = this.#driver;
    if (driver === undefined) return;
    await driver.ask({ command: 'stop' });
    this.#check();
    this.#driver = undefined;
    this.ledger.endProcess();
    driver.use(this.#journal, () => {});
    this.#pool.giveBack(driver);
  }

  /** Ends the process like a crash. */
  async kill(): Promise<void> {
    const driver = this.#driver;
    if (driver === undefined) return;
    this.#driver = undefined;
    this.kills++;
    await this.#pool.kill(driver);
    this.ledger.endProcess();
    this.#check();
  }

  async setUser(userId: string | undefined): Promise<void> {
    this.ledger.endProcess();
    await this.ask(userId === undefined ? { command: 'signOut' } : { command: 'setUser', userId });
    this.ledger.signIn(userId);
  }

  /** Returns at once. */
  create(message: string, subject = `About ${short(message, 40)}`, files?: readonly NewFile[]): Written {
    const written: Written = {
      message,
      subject,
      files: toWritten(files),
      get ticket() {
        return written;
      },
      userId: this.ledger.userId,
      isStored: false,
    };
    this.ledger.written.push(written);
    this.#driver?.write({ command: 'create', type: 'bug', subject, message, ...(files && { files }) });
    return written;
  }

  /** Returns at once. */
  reply(ticket: Written, message: string, files?: readonly NewFile[]): Written {
    const written: Written = {
      message,
      ticket,
      files: toWritten(files),
      userId: this.ledger.userId,
      isStored: false,
    };
    this.ledger.written.push(written);
    const id = ticket.ticketId ?? ticket.entry ?? '';
    this.#driver?.write({ command: 'reply', ticket: id, message, ...(files && { files }) });
    return written;
  }

  /**
   * False if the process ended before the condition held. `lookAfter`: milliseconds until a check
   * without an event.
   */
  async until(holds: () => boolean, what: string, milliseconds = MAX_SEND_MS, lookAfter = 100): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    for (;;) {
      this.#check();
      if (holds()) return true;
      if (!this.#driver?.isRunning) return false;
      if (performance.now() > deadline) throw new Error(`${what}: not within ${milliseconds / 1000} s`);
      // The process may have ended without an event.
      await Promise.race([this.#changed.promise, sleep(lookAfter)]);
    }
  }

  stored(written: Written): Promise<boolean> {
    return this.until(() => written.isStored || written.failed !== undefined, `stored: ${short(written.message)}`);
  }

  sent(written: Written): Promise<boolean> {
    const isSettled = () => written.ticketId !== undefined || written.failed !== undefined;
    return this.until(isSettled, `sent: ${short(written.message)}`);
  }

  async entries(): Promise<Entry[]> {
    const entries = (await this.ask({ command: 'entries' })) as Entry[];
    for (const { message, missing = [] } of entries) {
      for (const file of missing) this.ledger.receive({ event: 'fileMissing', message, ...file });
    }
    return entries;
  }

  async inbox(): Promise<InboxMessage[]> {
    return (await this.ask({ command: 'inbox' })) as InboxMessage[];
  }

  /** Waits until everything is stored and nothing is pending. */
  async drain(): Promise<void> {
    for (const written of this.ledger.written.slice(this.#writtenBefore)) await this.stored(written);
    let [least, deadline] = [Number.POSITIVE_INFINITY, 0];
    for (;;) {
      const pending = (await this.entries()).filter(({ state }) => state === 'pending');
      this.#check();
      if (pending.length === 0) return;
      if (pending.length < least) [least, deadline] = [pending.length, performance.now() + MAX_SEND_MS];
      if (performance.now() > deadline) {
        throw new Error(`never sent: ${pending.map(({ message }) => short(message)).join(' | ')}`);
      }
      await Promise.race([this.#changed.promise, sleep(250)]);
    }
  }
}

function toWritten(files: readonly NewFile[] = []): WrittenFile[] {
  return files.map((file) => ({
    ...file,
    hash: sha256(Buffer.from(file.content, 'base64')),
    isStored: false,
    mayBeLost: false,
  }));
}
