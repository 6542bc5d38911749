import fs from 'node:fs';
import path from 'node:path';
import { generate, type Seen } from './generator.ts';
import type { DatabaseCost, Limit } from './limits.ts';
import type { BenchOperation } from './operations.ts';
import { type Options, UsageError } from './options.ts';
import type { Pinning } from './pinning.ts';
import type { RealServer } from './processes.ts';
import { keepRows, type RowsName, type Seeded } from './rows.ts';
import { scrape } from './scrape.ts';
import { diskBytes, processorSeconds, rawCommitRate } from './system.ts';

const RAW_COMMIT_MILLISECONDS = 300;
/** Before the first round: code that has not run often is not compiled yet. */
const WARM_UP_SECONDS = 3;

export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly requests: number;
  /** Processor time per request, in microseconds, and the share of its core that the server used. */
  readonly processor: number;
  readonly busy: number;
}

export interface WriteRound {
  /** Of the server itself, where it is the one that syncs. */
  readonly syncs: { readonly perSecond: number; readonly writesPerSync: number } | undefined;
  /** What the disk was given for one write; on PostgreSQL its log. */
  readonly bytesPerWrite: number;
  /** Appends of so many bytes, each synced, one after the other. */
  readonly rawCommitsPerSecond: number;
}

export interface Measured {
  readonly operation: BenchOperation;
  readonly connections: number;
  readonly real: readonly Round[];
  readonly bare: readonly Round[];
  readonly writes: readonly WriteRound[];
  readonly cost: DatabaseCost | undefined;
}

/** One database, its server, and what its requests were made of so far. */
export interface Site {
  readonly server: RealServer;
  readonly seeded: Seeded;
  /** Bytes of log that PostgreSQL has written so far. */
  readonly logBytes?: () => Promise<number>;
}

export class Bench {
  readonly #options: Options;
  readonly #pinning: Pinning;
  readonly #directory: string;
  readonly #limit: Limit;
  /** Rows that only the limit uses, by name: what it does to them must not be met by the server. */
  readonly #kept = new Map<RowsName, readonly string[][]>();
  /** Rows that were used, by operation. */
  readonly #used = new Map<string, number>();

  constructor(options: Options, pinning: Pinning, directory: string, limit: Limit) {
    this.#options = options;
    this.#pinning = pinning;
    this.#directory = directory;
    this.#limit = limit;
  }

  /** The real server and its limit in turn, so that a noisy minute of the machine falls on both. */
  async operation(site: Site, operation: BenchOperation): Promise<Measured> {
    const { server } = site;
    const cost = await this.#teach(site, operation);
    await this.#load(site, server, operation, WARM_UP_SECONDS);
    await this.#load(site, this.#limit, operation, WARM_UP_SECONDS);
    const real: Round[] = [];
    const bare: Round[] = [];
    const writes: WriteRound[] = [];
    for (let round = 0; round < this.#options.rounds; round++) {
      const bareFirst = round % 2 === 1;
      if (bareFirst) bare.push(await this.#load(site, this.#limit, operation));
      if (operation.write) {
        const [seen, write] = await this.#write(site, operation);
        real.push(seen);
        writes.push(write);
      } else real.push(await this.#load(site, server, operation));
      if (!bareFirst) bare.push(await this.#load(site, this.#limit, operation));
    }
    return { operation, connections: this.#connections(operation), real, bare, writes, cost };
  }

  /** The same operation on two databases in turn. */
  async compare(one: Site, other: Site, operation: BenchOperation): Promise<{ one: Round[]; other: Round[] }> {
    const rounds = { one: [] as Round[], other: [] as Round[] };
    await this.#load(one, one.server, operation, WARM_UP_SECONDS);
    await this.#load(other, other.server, operation, WARM_UP_SECONDS);
    for (let round = 0; round < this.#options.rounds; round++) {
      const oneFirst = round % 2 === 0;
      if (oneFirst) rounds.one.push(await this.#load(one, one.server, operation));
      rounds.other.push(await this.#load(other, other.server, operation));
      if (!oneFirst) rounds.one.push(await this.#load(one, one.server, operation));
    }
    return rounds;
  }

  #connections({ write }: BenchOperation): number {
    return write ? this.#options.writeConnections : this.#options.connections;
  }

  #template(site: Site, operation: BenchOperation): string {
    return operation.request(site.seeded, `127.0.0.1:${site.server.port}`);
  }

  /** The rows that come next, and each load's share of all that the rate limits allow in a run. */
  #take({ server, seeded }: Site, operation: BenchOperation) {
    const key = `${server.port} ${operation.name}`;
    const firstRow = this.#used.get(key) ?? 0;
    const loads = (this.#options.rounds + 1) * (this.#options.compare > 0 ? 2 : 1);
    const allowed = seeded.rows[operation.rows].count * operation.perRow;
    // What is on its way when the generator has enough is sent all the same.
    const mostRequests = Math.floor(allowed / loads) - this.#connections(operation);
    if (mostRequests < 1000) {
      throw new UsageError(`too few players for ${operation.name}: the rate limits would be met; seed more`);
    }
    return { firstRow, mostRequests, took: (count: number) => void this.#used.set(key, firstRow + count) };
  }

  /** Shows requests of the operation to the limit. */
  async #teach(site: Site, operation: BenchOperation): Promise<DatabaseCost | undefined> {
    const template = this.#template(site, operation);
    const rows = this.#kept.get(operation.rows) ?? keepRows(site.seeded.rows[operation.rows], this.#limit.samples);
    this.#kept.set(operation.rows, rows);
    const requests = rows.map((columns) =>
      template.replace(/\{(\d)\}/g, (_match, number: string) => columns[Number(number) - 1] ?? ''),
    );
    return this.#limit.learn(requests, site.server.port, site.seeded.url);
  }

  async #load(
    site: Site,
    target: RealServer | Limit,
    operation: BenchOperation,
    seconds: number = this.#options.seconds,
  ): Promise<Round> {
    const template = path.join(this.#directory, 'request.txt');
    fs.writeFileSync(template, this.#template(site, operation));
    const { took, ...share } = this.#take(site, operation);
    const load = {
      ...share,
      port: site.server.port,
      template,
      rows: site.seeded.rows[operation.rows],
      connections: this.#connections(operation),
      seconds,
      core: this.#pinning.generator,
    };
    const before = processorSeconds(target.pid) ?? Number.NaN;
    const seen = await ('load' in target ? target.load(load) : generate({ ...load, port: target.port }));
    const used = (processorSeconds(target.pid) ?? Number.NaN) - before;
    if (!('load' in target)) took(seen.sent);
    return round(seen, used);
  }

  async #write(site: Site, operation: BenchOperation): Promise<[Round, WriteRound]> {
    const { server, seeded, logBytes } = site;
    const written = logBytes ?? (async () => diskBytes(server.pid) ?? Number.NaN);
    const [before, bytesBefore] = [await scrape(server.metricsPort), await written()];
    const seen = await this.#load(site, server, operation);
    const [after, bytesAfter] = [await scrape(server.metricsPort), await written()];
    const syncs = after.syncs - before.syncs;
    const bytesPerWrite = Math.round((bytesAfter - bytesBefore) / seen.requests);
    const bytes = Number.isNaN(bytesPerWrite) ? 4096 : bytesPerWrite;
    return [
      seen,
      {
        syncs:
          syncs > 0
            ? { perSecond: (syncs * seen.perSecond) / seen.requests, writesPerSync: seen.requests / syncs }
            : undefined,
        bytesPerWrite,
        rawCommitsPerSecond: rawCommitRate(seeded.directory, bytes, RAW_COMMIT_MILLISECONDS),
      },
    ];
  }
}

function round({ answered, microseconds, p50, p99, refused, broken }: Seen, processorTime: number): Round {
  return {
    perSecond: (answered * 1e6) / microseconds,
    p50: p50 / 1000,
    p99: p99 / 1000,
    errors: refused + broken,
    requests: answered,
    processor: (processorTime * 1e6) / answered,
    busy: (processorTime * 1e6) / microseconds,
  };
}
