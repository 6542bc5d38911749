import type { FastifyInstance } from 'fastify';
import type { Service } from './service.ts';

/** `/healthz`: the process answers. `/readyz`: it can also read its store and begin a transaction, and is not shutting down. */
export function serveHealth(app: FastifyInstance, { store, closing }: Service): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !closing() && (await store.ready());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
