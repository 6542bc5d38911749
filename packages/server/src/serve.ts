import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { SECOND } from './domain/time.ts';
import { firstRun } from './first-run.ts';
import { Metrics, metricsServer } from './http/metrics.ts';
import { startJobs } from './jobs/jobs.ts';
import { watchLoad } from './limits/load.ts';
import { createLive } from './live/live.ts';
import { createLogger } from './logger.ts';
import { OperatorError } from './operator-error.ts';
import { openStore } from './store/store.ts';
import { createKeyUse } from './team/api-keys/key-use.ts';

/**
 * Serves until SIGTERM or SIGINT. Then it drains, accepts no more requests, completes those in
 * flight, closes the store and returns.
 *
 * @throws OperatorError if the address or the database cannot be used
 */
export async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const metrics = new Metrics();
  const store = await openStore(config.databaseUrl, {
    mode: 'serve',
    times: metrics,
    postgres: config.postgres,
    cacheMegabytes: config.cacheMegabytes,
    notice: (text) => logger.warn(text),
  });
  const applied = await store.migrate();
  if (applied.length > 0) logger.info({ applied }, 'migrated');
  metrics.watchWaiting((limit) => store.tickets.countWaiting(limit));

  const load = watchLoad(config, logger);
  metrics.watchStretch(load.stretch);
  const live = createLive({ config, clock: Date.now, bus: store.bus });
  metrics.watchStreams(live.streams);
  const keyUse = createKeyUse(store);
  const app = buildApp({ config, store, logger, metrics, load, live, keyUse });
  const stopSignal = waitForStopSignal();
  const address = await listen(() => listenOn(app, config), { prefix: '', host: config.host, port: config.port });
  const scrapeServer = config.metricsPort > 0 ? metricsServer(metrics) : undefined;
  if (scrapeServer !== undefined) {
    scrapeServer.listen(config.metricsPort, config.metricsHost);
    await listen(() => once(scrapeServer, 'listening'), {
      prefix: 'METRICS_',
      host: config.metricsHost,
      port: config.metricsPort,
    });
  }
  const jobs = startJobs({ store, config, clock: Date.now, logger, live, keyUse });
  process.stdout.write(await firstRun(store, baseUrl(config.host, app.server.address() as AddressInfo), Date.now()));
  logger.info({ address }, 'listening');

  const signal = await stopSignal;
  logger.info({ signal }, 'stopping');
  const deadline = setTimeout(
    () => {
      logger.error('requests are still in flight after SHUTDOWN_SECONDS; closing their connections');
      app.server.closeAllConnections();
    },
    (config.drainSeconds + config.shutdownSeconds) * SECOND,
  );
  await app.close();
  clearTimeout(deadline);
  scrapeServer?.close();
  scrapeServer?.closeAllConnections();
  await jobs.stop();
  load.stop();
  await store.close();
  logger.info('stopped');
  await new Promise((resolve) => logger.flush(resolve));
}

/**
 * Waits for the first signal to stop. Later ones have no effect: a terminal and npm both send one,
 * and SHUTDOWN_SECONDS limits the wait anyway.
 */
function waitForStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}

/**
 * Listens on one address. A name such as localhost can have two. Fastify would open a server for
 * each, and only one of them would have our limits.
 */
async function listenOn(app: FastifyInstance, { host, port }: Config): Promise<string> {
  const { address } = await lookup(host);
  return app.listen({ host: address, port });
}

interface ListenSettings {
  /** The prefix of the names of both settings. */
  readonly prefix: '' | 'METRICS_';
  readonly host: string;
  readonly port: number;
}

/** Starts to listen. @throws OperatorError that names the setting if that fails */
async function listen<T>(start: () => Promise<T>, { prefix, host, port }: ListenSettings): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `${prefix}PORT ${port} is already in use`,
      EACCES: `${prefix}PORT ${port} needs more privileges than this user has`,
    };
    const reason = reasons[code ?? ''] ?? `${prefix}HOST ${host} cannot be used (${message})`;
    throw new OperatorError(reason, { cause: error });
  }
}

function baseUrl(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
