import cluster, { type Worker as WorkerProcess } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from './config/config.ts';
import { SECOND } from './domain/time.ts';
import type { Metrics } from './http/metrics.ts';
import type { RateLimits, SharedCount } from './limits/rate-limiter.ts';
import { freePort, serveMetrics, waitForStopSignal } from './listen.ts';
import { createLogger } from './logger.ts';

/** The pause before a worker is replaced, so that one that cannot start keeps nothing busy. */
const REPLACE_AFTER_MS = SECOND;
/** How long a worker may take to close what it has open, after its requests. */
const KILL_AFTER_MS = 5 * SECOND;
/** How often a worker sends what it counted against the rate limits. */
const SHARE_MS = 100;
/** Messages with counts that a worker has not received yet. Further ones are lost. */
const MAX_UNSENT = 100;

/** What the primary says to a new worker. */
export interface Worker {
  /** From 1. A worker gets the number of the one that it replaces. */
  readonly number: number;
  readonly isReplacement: boolean;
  /** Where all workers listen. */
  readonly port: number;
}

/** What a worker says to the primary: that it serves, or what it counted. */
type Message = 'serving' | readonly SharedCount[];

/** The settings of one worker: an equal share of what is set for the node, not for one caller. */
export function shareOf(config: Config): Config {
  // 0 means off, or no limit, so it stays 0.
  const share = (value: number, min = 1) => (value === 0 ? 0 : Math.max(min, Math.floor(value / config.workers)));
  const { postgres, live } = config;
  return {
    ...config,
    maxConnections: share(config.maxConnections),
    postgres: { ...postgres, poolSize: share(postgres.poolSize, 2), queue: share(postgres.queue) },
    responseBufferMegabytes: share(config.responseBufferMegabytes),
    passwordHashesAtOnce: share(config.passwordHashesAtOnce),
    pollTarget: share(config.pollTarget),
    shedInFlight: share(config.shedInFlight),
    live: { ...live, streams: share(live.streams) },
  };
}

/**
 * Runs the workers of a node until SIGTERM or SIGINT, and until all have stopped. Replaces one that
 * ends before. If the first one cannot start, it says why, and the exit code is 1.
 *
 * @throws OperatorError if an address cannot be used
 */
export async function runWorkers(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const port = await freePort(config);
  const registry = new AggregatorRegistry();
  const stopMetrics = await serveMetrics(config, () => registry.clusterMetrics());
  const stopping = new AbortController();
  let hasServed = false;

  /** Returns after the signal to stop, or if no worker has served. */
  async function keepRunning(number: number): Promise<void> {
    for (let isReplacement = false; !stopping.signal.aborted; isReplacement = true) {
      const worker = cluster.fork();
      // Messages to a worker that has ended are lost.
      worker.on('error', () => {});
      worker.send({ number, isReplacement, port } satisfies Worker);
      const [code, signal] = await new Promise<[code: number, signal: string]>((resolve) => {
        worker.once('exit', (...end) => resolve(end));
      });
      if (stopping.signal.aborted || !hasServed) {
        // One that is still starting has no handler of these signals.
        const isExpected = stopping.signal.aborted && ['SIGTERM', 'SIGINT'].includes(signal);
        if (code !== 0 && !isExpected) process.exitCode = 1;
        return;
      }
      logger.error({ worker: number, code, signal }, 'a worker has ended, and is replaced');
      await sleep(REPLACE_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  cluster.on('message', (sender, message: Message | object) => {
    if (Array.isArray(message)) passOn(sender, message);
    if (message !== 'serving' || hasServed) return;
    hasServed = true;
    for (let number = 2; number <= config.workers; number++) workers.push(keepRunning(number));
  });
  void waitForStopSignal().then((signal) => {
    logger.info({ signal }, 'stopping');
    stopping.abort();
    const stop = (signal: 'SIGTERM' | 'SIGKILL') => {
      for (const worker of runningWorkers()) worker.process.kill(signal);
    };
    stop('SIGTERM');
    // A worker that hangs must not keep the node.
    setTimeout(stop, (config.drainSeconds + config.shutdownSeconds) * SECOND + KILL_AFTER_MS, 'SIGKILL').unref();
  });

  const workers = [keepRunning(1)];
  // The array grows while this runs.
  for (const worker of workers) await worker;
  stopMetrics();
  logger.info('stopped');
  await new Promise((resolve) => logger.flush(resolve));
}

const runningWorkers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

const unsent = new WeakMap<WorkerProcess, number>();

/** Passes counts of one worker on to the others. */
function passOn(sender: WorkerProcess, counts: readonly SharedCount[]): void {
  for (const worker of runningWorkers()) {
    const before = unsent.get(worker) ?? 0;
    if (worker === sender || before >= MAX_UNSENT) continue;
    unsent.set(worker, before + 1);
    worker.send(counts, () => unsent.set(worker, (unsent.get(worker) ?? 1) - 1));
  }
}

/** Waits for the primary's first message. From now on this process answers its scrapes. */
export async function becomeWorker(): Promise<Worker> {
  new AggregatorRegistry();
  const [worker] = await once(process, 'message');
  return worker;
}

/** Tells the primary that this worker serves. From now on it shares its metrics and counts. */
export function joinWorkers(limits: RateLimits, { registry }: Metrics): void {
  AggregatorRegistry.setRegistries(registry);
  let isSending = false;
  const send = (message: Message) => {
    isSending = true;
    process.send?.(message, undefined, undefined, () => {
      isSending = false;
    });
  };
  setInterval(() => {
    const counts = isSending ? [] : limits.takeCounts();
    if (counts.length > 0) send(counts);
  }, SHARE_MS).unref();
  process.on('message', (message) => {
    if (Array.isArray(message)) limits.addCounts(message, Date.now());
  });
  send('serving');
}
