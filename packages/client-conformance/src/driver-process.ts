import { type ChildProcess, spawn } from 'node:child_process';
import { type Journal, short } from './journal.ts';
import { onLine } from './lines.ts';
import { type Capability, type Event, parseEvent, type Request, type Write } from './protocol.ts';

/** To start, or to answer a command. */
const MAX_WAIT_MS = 60_000;
/** For a driver to end by itself. */
const MAX_END_MS = 5000;
/** Of a driver's standard error. */
const MAX_STDERR = 4000;

type Done = Extract<Event, { event: 'done' }>;

/** The suite killed the driver, or the driver ended by itself. */
export class DriverEnded extends Error {}

export class CommandFailed extends Error {
  readonly slug: string;
  constructor(command: string, slug: string) {
    super(`${command} failed with ${slug}`);
    this.slug = slug;
  }
}

/** One client at a time uses it, between `start` and `stop`. */
export class DriverProcess {
  readonly capabilities: Promise<ReadonlySet<Capability>>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, { resolve(done: Done): void; reject(error: Error): void }>();
  #listener: (event: Event) => void = () => {};
  #journal: Journal | undefined;
  #commands = 0;
  #stderr = '';
  #ended: Error | undefined;
  #isKilled = false;

  /** `command`: as in a shell, such as `node driver.ts`. */
  constructor(command: string) {
    // So that a kill also ends the programs that the command starts.
    this.#child = spawn(`exec ${command}`, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const { stdin, stdout, stderr } = this.#child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('a driver without pipes');
    // A killed driver reads nothing.
    stdin.on('error', () => {});
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
    });
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlySet<Capability>>();
    promise.catch(() => {});
    this.capabilities = within(promise, 'hello');
    this.#waiting.set('hello', { resolve: () => {}, reject });
    onLine(stdout, (line) => {
      try {
        const event = parseEvent(line);
        if (event.event === 'hello') resolve(new Set(event.capabilities));
        else this.#receive(event, line);
      } catch (error) {
        this.#end(error as Error);
      }
    });
    // `close` comes after all output was read: reports of a killed driver count.
    this.#child.on('close', (code) => this.#end(new DriverEnded(this.#reason(code))));
  }

  #reason(code: number | null): string {
    if (this.#isKilled) return 'the driver was killed';
    return `the driver ended by itself with code ${code}. Its standard error: ${this.#stderr || 'nothing'}`;
  }

  #receive(event: Event, line: string): void {
    this.#journal?.add(`  < ${line}`);
    if (event.event === 'done') {
      this.#waiting.get(event.id)?.resolve(event);
      this.#waiting.delete(event.id);
    } else {
      this.#listener(event);
    }
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  /** The driver ended by itself, or broke the protocol. */
  get fault(): string | undefined {
    return this.#ended === undefined || this.#isKilled ? undefined : this.#ended.message;
  }

  get isRunning(): boolean {
    return this.#ended === undefined;
  }

  /** Gives this client its events from now on. */
  use(journal: Journal, listener: (event: Event) => void): void {
    this.#journal = journal;
    this.#listener = listener;
  }

  #send(command: Request | Write, id: string): void {
    const all = { id, ...command };
    const shortened = (key: string, value: unknown) => (key === 'content' ? short(String(value), 12) : value);
    this.#journal?.add(`> ${JSON.stringify(all, shortened)}`);
    this.#child.stdin?.write(`${JSON.stringify(all)}\n`);
  }

  /** Does not wait. */
  write(command: Write): void {
    this.#send(command, `${++this.#commands}`);
  }

  /** Throws CommandFailed or DriverEnded. */
  async ask(command: Request): Promise<unknown> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = `${++this.#commands}`;
    const answer = new Promise<Done>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send(command, id);
    const { result, slug } = await within(answer, command.command);
    if (slug !== undefined) throw new CommandFailed(command.command, slug);
    return result;
  }

  /** A driver ends when its standard input closes. Otherwise kills it. */
  async end(): Promise<void> {
    this.#isKilled = true;
    const timer = setTimeout(() => void this.kill(), MAX_END_MS);
    const closed = this.#ended === undefined ? new Promise((resolve) => this.#child.once('close', resolve)) : undefined;
    this.#child.stdin?.end();
    await closed;
    clearTimeout(timer);
  }

  /** Ends it like a crash. Resolves when all its output was read. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#journal?.add('! kill');
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
    await closed;
  }
}

async function within<T>(answer: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `the driver did not answer ${what} within ${MAX_WAIT_MS / 1000} s`;
    timer = setTimeout(() => reject(new Error(message)), MAX_WAIT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A stopped client leaves its driver to the next one. */
export class DriverPool {
  readonly #command: string;
  readonly #free: DriverProcess[] = [];
  readonly #all = new Set<DriverProcess>();
  started = 0;

  constructor(command: string) {
    this.#command = command;
  }

  async capabilities(): Promise<ReadonlySet<Capability>> {
    const driver = this.take();
    const { capabilities } = driver;
    // Not killed, so that Node keeps its compiled code.
    await capabilities.finally(() => driver.end());
    return capabilities;
  }

  take(): DriverProcess {
    const free = this.#free.pop();
    if (free?.isRunning) return free;
    const driver = new DriverProcess(this.#command);
    this.started++;
    this.#all.add(driver);
    return driver;
  }

  giveBack(driver: DriverProcess): void {
    this.#free.push(driver);
  }

  async kill(driver: DriverProcess): Promise<void> {
    await driver.kill();
    this.#all.delete(driver);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((driver) => driver.end()));
  }
}
