import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.ts';

/** `/healthz`: the process answers. `/readyz`: it can also read and write its store, and is not shutting down. */
export function serveHealth(app: FastifyInstance, store: Store): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !closing && (await store.ready());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
