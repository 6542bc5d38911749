import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { NO_EFFECT } from './config/removed-settings.ts';
import { SECOND } from './domain/time.ts';
import { localFolder, openFiles } from './files/open-files.ts';
import { firstRun, mayShowSecrets } from './first-run.ts';
import { Metrics, metricsServer } from './http/metrics.ts';
import { startJobs } from './jobs/jobs.ts';
import { watchLoad } from './limits/load.ts';
import { createLogger } from './logger.ts';
import { createNotifier } from './notifications/notification-sender.ts';
import { createOutbox } from './notifications/outbox.ts';
import { createMailer, type Mailer } from './notifications/smtp-mailer.ts';
import { OperatorError } from './operator-error.ts';
import { databaseFile } from './store/database-url.ts';
import { secretWarnings } from './store/secrets/secret-warnings.ts';
import { exposedFiles, exposedFolder } from './store/sqlite/exposed-files.ts';
import { openStore } from './store/store.ts';
import { createAuditWebhook } from './team/audit/audit-webhook.ts';

/** Counted waiting tickets, so that a scrape stays cheap. */
const MAX_WAITING = 100_000;

const AS_ROOT = `
This server runs as root, so an attacker who breaks into it controls the machine. Run it as a user of its own:
docs/guide/operate.md, "One process under systemd".
`;

/**
 * Serves until SIGTERM or SIGINT, then drains. Throws OperatorError if the address or database
 * cannot be used.
 */
export async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  for (const name of config.removed) logger.warn(`${name} ${NO_EFFECT}`);
  const metrics = new Metrics();
  const store = await openStore(config.databaseUrl, {
    mode: 'serve',
    times: metrics,
    postgres: config.postgres,
    secretKey: config.secretKey,
    cacheMegabytes: config.cacheMegabytes,
  });
  const applied = await store.migrate();
  if (applied.length > 0) logger.info({ applied }, 'migrated');
  const file = databaseFile(config.databaseUrl);
  const began = await store.secrets.begin({ serving: true, alone: file !== undefined });
  const folder = localFolder(config);
  const exposed = [
    ...(file === undefined ? [] : exposedFiles(file)),
    ...(folder === undefined ? [] : exposedFolder(folder)),
  ];
  for (const text of [...secretWarnings(began), ...exposed]) logger.warn(text);
  metrics.watch('tickets_waiting', `Tickets that wait for the team, counted up to ${MAX_WAITING}.`, () =>
    store.tickets.countWaiting(MAX_WAITING),
  );

  const load = watchLoad(config, logger);
  metrics.watch('poll_stretch', 'How much load stretches the delays between polls. 1: not at all.', load.stretch);
  const mailer = createMailer(config);
  const notifier = createNotifier({ store, config, clock: Date.now, mailer });
  const files = openFiles(config);
  const { app, service } = buildApp({ store, config, logger, metrics, load, notifier, files });
  metrics.watch('event_streams', 'Open streams of the change feed.', service.live.streams);
  const outbox = createOutbox({ store, clock: Date.now, logger, sender: notifier.sender });
  const auditWebhook = createAuditWebhook({ store, config, clock: Date.now, logger });
  if (auditWebhook !== undefined) {
    metrics.watch(
      'audit_webhook_waiting_seconds',
      'For how many seconds the oldest unsent entry of the audit log has been ready to be sent to AUDIT_WEBHOOK_URL.',
      auditWebhook.waitingSeconds,
    );
  }
  const stopSignal = waitForStopSignal();
  const address = await listen(config, (options) => app.listen(options));
  const stopMetrics = await serveMetrics(config, () => metrics.registry.metrics());
  const jobs = startJobs({ ...service, logger, files, outbox, auditWebhook });
  const url = baseUrl(config.host, app.server.address() as AddressInfo);
  const warning = process.getuid?.() === 0 ? AS_ROOT : '';
  const { printSecrets, publicUrl } = config;
  const showsSecrets = mayShowSecrets(printSecrets, process.stdout.isTTY === true);
  const consoleUrl = publicUrl || url;
  process.stdout.write(warning + (await firstRun(store, { url, consoleUrl, showsSecrets, now: Date.now() })));
  logger.info({ address }, 'listening');
  void warnAboutMail(mailer, logger);

  const signal = await stopSignal;
  logger.info({ signal }, 'stopping');
  const stopBy = performance.now() + (config.drainSeconds + config.shutdownSeconds) * SECOND;
  const deadline = setTimeout(() => {
    logger.error('requests are still in flight after SHUTDOWN_SECONDS; closing their connections');
    app.server.closeAllConnections();
  }, stopBy - performance.now());
  await app.close();
  clearTimeout(deadline);
  stopMetrics();
  await jobs.stop(Math.max(0, stopBy - performance.now()));
  mailer?.close();
  load.stop();
  await store.close();
  logger.info('stopped');
  await new Promise((resolve) => logger.flush(resolve));
}

/** The server also runs without a mail server, but the operator must know. */
async function warnAboutMail(mailer: Mailer | undefined, logger: Logger): Promise<void> {
  const problem = await mailer?.problem();
  if (problem !== undefined) logger.warn({ problem }, 'SMTP_URL does not work; the server sends no mail until it does');
}

function baseUrl(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

type Address = Pick<Config, 'host' | 'port'>;

/**
 * Listens on one address: for two, such as of localhost, Fastify opens two servers, one without our
 * limits. Throws OperatorError naming the setting.
 */
async function listen<T>(
  { host, port }: Address,
  start: (address: Address) => Promise<T>,
  prefix: '' | 'METRICS_' = '',
): Promise<T> {
  try {
    const { address } = await lookup(host);
    return await start({ host: address, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `${prefix}PORT ${port} is already in use; set ${prefix}PORT to a free port`,
      EACCES: `${prefix}PORT ${port} needs more privileges than this user has`,
    };
    const reason = reasons[code ?? ''] ?? `${prefix}HOST ${host} cannot be used (${message})`;
    throw new OperatorError(reason, { cause: error });
  }
}

/** Serves metrics if METRICS_PORT is set. Returns what stops it. Throws OperatorError. */
async function serveMetrics({ metricsHost, metricsPort }: Config, read: () => Promise<string>) {
  if (metricsPort === 0) return () => {};
  const server = metricsServer(read);
  const start = (options: Address) => once(server.listen(options), 'listening');
  await listen({ host: metricsHost, port: metricsPort }, start, 'METRICS_');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Waits for the first signal to stop. Only it counts: a terminal and npm both send one. */
function waitForStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}
