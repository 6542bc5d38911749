import fs from 'node:fs';
import path from 'node:path';
import type { RecordedResponse } from './bare-http.ts';
import type { Databases } from './databases.ts';
import { generate, type LoadResult } from './generator.ts';
import { mixRows } from './mix.ts';
import { type BenchOperation, fill } from './operations.ts';
import { type Options, UsageError } from './options.ts';
import type { Pinning } from './pinning.ts';
import { type BareHttp, exchange, type RealServer, type RunningServer } from './processes.ts';
import { firstRows, type Rows, type Seeded } from './rows.ts';
import { scrape } from './scrape.ts';
import { diskBytes, processorSeconds, rawCommitRate } from './system.ts';

const RAW_COMMIT_MS = 300;
/** Of one load. With fewer, most would be in flight at the end. */
const MIN_REQUESTS = 1000;
/** Bare node:http repeats them, because inboxes differ. */
const RECORDED = 64;

/** A server under load, with its own database or none. */
export interface Target {
  readonly name: string;
  readonly server: RunningServer;
  readonly seeded: Seeded;
  /** A target without players gets this one's requests. It has no limits. */
  readonly like?: Target;
}

export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  readonly requests: number;
  /** Processor microseconds per request: of server, database, and both. */
  readonly server: number;
  readonly database: number;
  readonly total: number;
}

export interface WriteRound {
  /** Undefined if the database syncs instead. */
  readonly syncs: { readonly perSecond: number; readonly writesPerSync: number } | undefined;
  /** To disk, for one write; on PostgreSQL its write-ahead log. */
  readonly bytesPerWrite: number;
  /** Of this size, each with a sync, in turn. */
  readonly rawCommitsPerSecond: number;
}

export interface Measured {
  readonly operation: BenchOperation;
  readonly connections: number;
  /** By target name. */
  readonly rounds: Readonly<Record<string, readonly Round[]>>;
  readonly writes: readonly WriteRound[];
}

export class Bench {
  readonly #options: Options;
  readonly #pinning: Pinning;
  readonly #directory: string;
  readonly #databases: Databases;
  /** By target and operation. */
  readonly #sent = new Map<string, number>();
  /** Of `poll-mix`, by target. */
  readonly #mixes = new Map<string, Rows>();

  constructor(options: Options, pinning: Pinning, directory: string, databases: Databases) {
    this.#options = options;
    this.#pinning = pinning;
    this.#directory = directory;
    this.#databases = databases;
  }

  /** Records the server's responses, which bare node:http repeats. */
  async record(bare: BareHttp, target: Target, operation: BenchOperation): Promise<void> {
    const template = operation.request(target.seeded, `127.0.0.1:${target.server.port}`);
    const rows = firstRows(await this.#rows(target, operation), RECORDED);
    const responses: RecordedResponse[] = [];
    for (const [index, columns] of rows.entries()) {
      // The generator does not reach it.
      responses.push(await exchange(target.server.port, fill(template, columns, 9_999_999_999 - index)));
    }
    const failed = responses.find(({ status }) => status >= 400);
    if (failed !== undefined) throw new Error(`a sample got the response ${failed.status}: ${failed.body}`);
    await bare.serve(responses);
    for (const response of responses) {
      const repeated = await exchange(bare.port, fill(template, rows[0] ?? [], 0));
      if (JSON.stringify(repeated) !== JSON.stringify(response)) {
        throw new Error('bare node:http does not respond like the server');
      }
    }
  }

  /**
   * Measures the targets in turn, in changing order, so that a busy minute affects all. `ours`: its
   * writes are compared with the disk.
   */
  async measure(targets: readonly Target[], operation: BenchOperation, ours?: RealServer): Promise<Measured> {
    for (const target of targets) await this.#warmUp(target, operation);
    const rounds = Object.fromEntries(targets.map(({ name }): [string, Round[]] => [name, []]));
    const writes: WriteRound[] = [];
    for (let round = 0; round < this.#options.rounds; round++) {
      for (let turn = 0; turn < targets.length; turn++) {
        const target = targets[(round + turn) % targets.length];
        if (target === undefined) continue;
        const load = () => this.#load(target, operation, this.#perRound(target, operation));
        if (!operation.isWrite || target.server !== ours) rounds[target.name]?.push(await load());
        else {
          const { round, write } = await this.#withWrites(ours, target.seeded, load);
          rounds[target.name]?.push(round);
          writes.push(write);
        }
      }
    }
    return { operation, connections: this.#connections(operation), rounds, writes };
  }

  #connections({ isWrite, maxConnections = Number.POSITIVE_INFINITY }: BenchOperation): number {
    return Math.min(isWrite ? this.#options.writeConnections : this.#options.connections, maxConnections);
  }

  async #rows(target: Target, { rows }: BenchOperation): Promise<Rows> {
    const { name, server, seeded } = target.like ?? target;
    if (rows !== 'mix') return seeded.rows[rows];
    const mix = this.#mixes.get(name) ?? (await mixRows(server, seeded, name));
    this.#mixes.set(name, mix);
    return mix;
  }

  /** Returns how many requests the whole run may send below rate limits. */
  #allowed({ seeded, like }: Target, { rows, maxPerRow }: BenchOperation): number {
    if (like !== undefined || rows === 'mix') return Number.MAX_SAFE_INTEGER;
    return seeded.rows[rows].count * maxPerRow;
  }

  /** Returns an equal share of what the warm-up leaves. */
  #perRound(target: Target, operation: BenchOperation): number {
    const rounds = this.#options.rounds * (this.#options.compare > 0 ? 2 : 1);
    const perRound = Math.floor((this.#allowed(target, operation) - this.#warmUpRequests(target, operation)) / rounds);
    // Requests in flight at the end come in addition.
    const requests = perRound - this.#connections(operation);
    if (requests < MIN_REQUESTS) {
      throw new UsageError(`too few players for ${operation.name}: it would reach the rate limits. Seed more players`);
    }
    return requests;
  }

  #warmUpRequests(target: Target, operation: BenchOperation): number {
    const wanted = Math.ceil(this.#options.warmUp * operation.warmUp);
    return Math.min(wanted, Math.floor(this.#allowed(target, operation) / 2));
  }

  async #warmUp(target: Target, operation: BenchOperation): Promise<void> {
    const key = `${target.name} ${operation.name}`;
    const end = (this.#sent.get(key) ?? 0) + this.#warmUpRequests(target, operation);
    while ((this.#sent.get(key) ?? 0) < end) {
      // The generator stops at the last request, before earlier ones have a response.
      await this.#load(target, operation, Math.max(end - (this.#sent.get(key) ?? 0), MIN_REQUESTS));
    }
  }

  async #load(target: Target, operation: BenchOperation, maxRequests: number): Promise<Round> {
    const { name, server, seeded } = target;
    const template = path.join(this.#directory, 'request.txt');
    fs.writeFileSync(template, operation.request(seeded, `127.0.0.1:${server.port}`));
    const key = `${name} ${operation.name}`;
    const first = this.#sent.get(key) ?? 0;
    const rows = await this.#rows(target, operation);
    const before = [processorSeconds(server.pid), this.#databases.processorSeconds()] as const;
    const result = await generate({
      port: server.port,
      template,
      rows,
      first,
      maxRequests,
      connections: this.#connections(operation),
      seconds: this.#options.seconds,
      core: this.#pinning.generator,
    });
    const after = [processorSeconds(server.pid), this.#databases.processorSeconds()] as const;
    this.#sent.set(key, first + result.sent);
    // The disk or another program stopped everything: there is nothing to divide by.
    if (result.answered + result.lost === 0) return this.#load(target, operation, maxRequests);
    return roundOf(result, after[0] - before[0], after[1] - before[1]);
  }

  async #withWrites(server: RealServer, { directory }: Seeded, load: () => Promise<Round>) {
    const bytesWritten = this.#databases.logBytes ?? (async () => diskBytes(server.pid) ?? Number.NaN);
    const [before, bytesBefore] = [await scrape(server.metricsPort), await bytesWritten()];
    const round = await load();
    const [after, bytesAfter] = [await scrape(server.metricsPort), await bytesWritten()];
    const syncs = after.syncs - before.syncs;
    const bytesPerWrite = Math.round((bytesAfter - bytesBefore) / round.requests);
    const bytes = Number.isFinite(bytesPerWrite) ? bytesPerWrite : 4096;
    const write: WriteRound = {
      syncs:
        syncs > 0
          ? { perSecond: (syncs * round.perSecond) / round.requests, writesPerSync: round.requests / syncs }
          : undefined,
      bytesPerWrite,
      rawCommitsPerSecond: rawCommitRate(directory, bytes, RAW_COMMIT_MS),
    };
    return { round, write };
  }
}

function roundOf(result: LoadResult, serverSeconds: number, databaseSeconds: number): Round {
  const { answered, microseconds, p50, p99, refused, lost } = result;
  const perRequest = (seconds: number) => (seconds * 1e6) / answered;
  return {
    perSecond: (answered * 1e6) / microseconds,
    p50: p50 / 1000,
    p99: p99 / 1000,
    errors: refused + lost,
    requests: answered,
    server: perRequest(serverSeconds),
    database: perRequest(databaseSeconds),
    total: perRequest(serverSeconds + databaseSeconds),
  };
}
