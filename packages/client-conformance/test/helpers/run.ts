import path from 'node:path';
import { DriverPool } from '../../src/driver-process.ts';
import { conformanceProject, startService } from '../../src/service.ts';
import { cleanupOf, type Run } from '../../src/world.ts';

const DRIVERS = path.resolve(import.meta.dirname, '../../../client/test/conformance');

/** The command of a driver in the tests of the TypeScript SDK. */
export const driverOf = (file: string, argument = '') =>
  `'${process.execPath}' '${path.join(DRIVERS, file)}' ${argument}`.trim();

/** Starts a server and a pool of drivers, until the stack is disposed. */
export async function startRun(stack: AsyncDisposableStack, driver: string): Promise<Run> {
  const api = await startService(cleanupOf(stack));
  return runWith(stack, driver, { api, project: await conformanceProject(api) });
}

/** The same with a server that runs already. */
export async function runWith(
  stack: AsyncDisposableStack,
  driver: string,
  service: Pick<Run, 'api' | 'project'>,
): Promise<Run> {
  const pool = new DriverPool(driver);
  stack.defer(() => pool.close());
  return { ...service, pool, capabilities: await pool.capabilities() };
}
