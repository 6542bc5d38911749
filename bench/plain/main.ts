import type { AddressInfo } from 'node:net';
import { openPlain } from './open.ts';
import { plainApp } from './routes.ts';

/** The benchmark starts this process for the plain program, on a free port. */

const app = plainApp(openPlain(process.env.DATABASE_URL ?? ''));
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit());
