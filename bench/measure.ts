import fs from 'node:fs';
import path from 'node:path';
import type { Baseline, DatabaseCost } from './baselines.ts';
import { generate, type LoadResult } from './generator.ts';
import type { BenchOperation } from './operations.ts';
import { type Options, UsageError } from './options.ts';
import type { Pinning } from './pinning.ts';
import type { RealServer } from './processes.ts';
import { type RowsName, type Seeded, takeRows } from './rows.ts';
import { scrape } from './scrape.ts';
import { diskBytes, processorSeconds, rawCommitRate } from './system.ts';

const RAW_COMMIT_MS = 300;
/** Before the first round, so that the code is compiled and optimized. */
const WARM_UP_SECONDS = 3;

export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly requests: number;
  /** Processor time per request, in microseconds. */
  readonly processorMicroseconds: number;
  /** The share of its core that the server used. */
  readonly coreShare: number;
}

export interface WriteRound {
  /** Undefined if the database syncs instead of the server. */
  readonly syncs: { readonly perSecond: number; readonly writesPerSync: number } | undefined;
  /** Bytes written to disk for one write; on PostgreSQL its write-ahead log. */
  readonly bytesPerWrite: number;
  /** Appends of this size per second, each with a sync, one after the other. */
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

/** A server on its database. */
export interface Site {
  readonly server: RealServer;
  readonly seeded: Seeded;
  /** Bytes of write-ahead log that PostgreSQL has written so far. */
  readonly logBytes?: () => Promise<number>;
}

export class Bench {
  readonly #options: Options;
  readonly #pinning: Pinning;
  readonly #directory: string;
  readonly #baseline: Baseline;
  /** Rows that only the baseline uses, so that its writes do not affect the server's rounds. */
  readonly #baselineRows = new Map<RowsName, readonly string[][]>();
  /** Number of used rows, by server and operation. */
  readonly #usedRows = new Map<string, number>();

  constructor(options: Options, pinning: Pinning, directory: string, baseline: Baseline) {
    this.#options = options;
    this.#pinning = pinning;
    this.#directory = directory;
    this.#baseline = baseline;
  }

  /**
   * Measures the server and the baseline in turn, so that a busy minute of the machine affects
   * both.
   */
  async operation(site: Site, operation: BenchOperation): Promise<Measured> {
    const { server } = site;
    const cost = await this.#prepareBaseline(site, operation);
    await this.#load(site, server, operation, WARM_UP_SECONDS);
    await this.#load(site, this.#baseline, operation, WARM_UP_SECONDS);
    const real: Round[] = [];
    const bare: Round[] = [];
    const writes: WriteRound[] = [];
    for (let round = 0; round < this.#options.rounds; round++) {
      const isBareFirst = round % 2 === 1;
      if (isBareFirst) bare.push(await this.#load(site, this.#baseline, operation));
      if (operation.isWrite) {
        const { round, write } = await this.#loadWrites(site, operation);
        real.push(round);
        writes.push(write);
      } else real.push(await this.#load(site, server, operation));
      if (!isBareFirst) bare.push(await this.#load(site, this.#baseline, operation));
    }
    return { operation, connections: this.#connections(operation), real, bare, writes, cost };
  }

  /** Measures an operation on two databases in turn. */
  async compare(one: Site, other: Site, operation: BenchOperation): Promise<{ one: Round[]; other: Round[] }> {
    const rounds = { one: [] as Round[], other: [] as Round[] };
    await this.#load(one, one.server, operation, WARM_UP_SECONDS);
    await this.#load(other, other.server, operation, WARM_UP_SECONDS);
    for (let round = 0; round < this.#options.rounds; round++) {
      const isOneFirst = round % 2 === 0;
      if (isOneFirst) rounds.one.push(await this.#load(one, one.server, operation));
      rounds.other.push(await this.#load(other, other.server, operation));
      if (!isOneFirst) rounds.one.push(await this.#load(one, one.server, operation));
    }
    return rounds;
  }

  #connections({ isWrite }: BenchOperation): number {
    return isWrite ? this.#options.writeConnections : this.#options.connections;
  }

  #template(site: Site, operation: BenchOperation): string {
    return operation.request(site.seeded, `127.0.0.1:${site.server.port}`);
  }

  /** The next rows, and how many requests one load may send without reaching a rate limit. */
  #takeShare({ server, seeded }: Site, operation: BenchOperation) {
    const key = `${server.port} ${operation.name}`;
    const firstRow = this.#usedRows.get(key) ?? 0;
    const loads = (this.#options.rounds + 1) * (this.#options.compare > 0 ? 2 : 1);
    const allowed = seeded.rows[operation.rows].count * operation.maxPerRow;
    // Requests in flight at the end are sent in addition.
    const maxRequests = Math.floor(allowed / loads) - this.#connections(operation);
    if (maxRequests < 1000) {
      throw new UsageError(`too few players for ${operation.name}: it would reach the rate limits. Seed more players`);
    }
    return { firstRow, maxRequests, markUsed: (count: number) => void this.#usedRows.set(key, firstRow + count) };
  }

  async #prepareBaseline(site: Site, operation: BenchOperation): Promise<DatabaseCost | undefined> {
    const template = this.#template(site, operation);
    const allRows = site.seeded.rows[operation.rows];
    const rows = this.#baselineRows.get(operation.rows) ?? takeRows(allRows, this.#baseline.sampleCount);
    this.#baselineRows.set(operation.rows, rows);
    const samples = rows.map((columns) =>
      template.replace(/\{(\d)\}/g, (_match, number: string) => columns[Number(number) - 1] ?? ''),
    );
    return this.#baseline.record(samples, { port: site.server.port, url: site.seeded.url });
  }

  async #load(
    site: Site,
    target: RealServer | Baseline,
    operation: BenchOperation,
    seconds: number = this.#options.seconds,
  ): Promise<Round> {
    const template = path.join(this.#directory, 'request.txt');
    fs.writeFileSync(template, this.#template(site, operation));
    const { markUsed, ...share } = this.#takeShare(site, operation);
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
    const result = await ('load' in target ? target.load(load) : generate({ ...load, port: target.port }));
    const used = (processorSeconds(target.pid) ?? Number.NaN) - before;
    if (!('load' in target)) markUsed(result.sent);
    return roundOf(result, used);
  }

  async #loadWrites(site: Site, operation: BenchOperation): Promise<{ round: Round; write: WriteRound }> {
    const { server, seeded, logBytes } = site;
    const bytesWritten = logBytes ?? (async () => diskBytes(server.pid) ?? Number.NaN);
    const [before, bytesBefore] = [await scrape(server.metricsPort), await bytesWritten()];
    const round = await this.#load(site, server, operation);
    const [after, bytesAfter] = [await scrape(server.metricsPort), await bytesWritten()];
    const syncs = after.syncs - before.syncs;
    const bytesPerWrite = Math.round((bytesAfter - bytesBefore) / round.requests);
    const bytes = Number.isNaN(bytesPerWrite) ? 4096 : bytesPerWrite;
    const write = {
      syncs:
        syncs > 0
          ? { perSecond: (syncs * round.perSecond) / round.requests, writesPerSync: round.requests / syncs }
          : undefined,
      bytesPerWrite,
      rawCommitsPerSecond: rawCommitRate(seeded.directory, bytes, RAW_COMMIT_MS),
    };
    return { round, write };
  }
}

function roundOf(result: LoadResult, processorTime: number): Round {
  const { answered, microseconds, p50, p99, refused, lost } = result;
  return {
    perSecond: (answered * 1e6) / microseconds,
    p50: p50 / 1000,
    p99: p99 / 1000,
    errors: refused + lost,
    requests: answered,
    processorMicroseconds: (processorTime * 1e6) / answered,
    coreShare: (processorTime * 1e6) / microseconds,
  };
}
