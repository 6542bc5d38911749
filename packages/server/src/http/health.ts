import type { FastifyInstance } from 'fastify';
import { SingleRun } from '../domain/single-run.ts';
import type { Service } from './service.ts';

/**
 * `/healthz`: the process responds. `/readyz`: the store can also read and begin a transaction, and
 * the server is not shutting down.
 */
export function serveHealth(app: FastifyInstance, { store, closing }: Service): void {
  /** Requests at the same time share it: anybody can send them, and it costs a transaction. */
  const check = new SingleRun(() => store.ready());

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ok = !closing() && (await check.begin());
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable' });
  });
}
