import type { FastifyInstance } from 'fastify';
import type { Service } from './service.ts';

/**
 * Serves the health checks. `/healthz` succeeds while the process can respond. `/readyz` succeeds
 * if the store can also read and begin a transaction, and the server is not shutting down.
 */
export function serveHealth(app: FastifyInstance, { store, closing }: Service): void {
  /**
   * Concurrent requests share one check: anybody can send them, and a check costs a transaction.
   */
  let check: Promise<boolean> | undefined;
  const isReady = () => {
    check ??= store.ready().finally(() => {
      check = undefined;
    });
    return check;
  };

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ok = !closing() && (await isReady());
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable' });
  });
}
