import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Config } from './config/config.ts';
import { metricsServer } from './http/metrics.ts';
import { OperatorError } from './operator-error.ts';

type Address = Pick<Config, 'host' | 'port'>;

/**
 * Listens on one address: for two, such as of localhost, Fastify opens two servers, one without our
 * limits. `prefix`: of both settings. Throws OperatorError naming the setting.
 */
export async function listen<T>(
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

/**
 * Serves metrics if METRICS_PORT is set. Returns a function that stops it. Throws OperatorError if
 * it cannot listen.
 */
export async function serveMetrics({ metricsHost, metricsPort }: Config, read: () => Promise<string>) {
  if (metricsPort === 0) return () => {};
  const server = metricsServer(read);
  const start = (options: Address) => once(server.listen(options), 'listening');
  await listen({ host: metricsHost, port: metricsPort }, start, 'METRICS_');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/**
 * Waits for the first signal to stop. Only it counts: a terminal and npm both send one, and
 * SHUTDOWN_SECONDS limits the wait.
 */
export function waitForStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}
