import type { FastifyInstance } from 'fastify';
import type { Service } from '../operations/service.ts';

/** `/healthz`: the process answers. `/readyz`: it can also read its store and begin a transaction, and is not shutting down. */
export function serveHealth(app: FastifyInstance, { store, closing }: Service): void {
  /** Concurrent checks share one transaction: anybody may ask. */
  let looking: Promise<boolean> | undefined;
  const ready = () => {
    looking ??= store.ready().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ok = !closing() && (await ready());
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable' });
  });
}
