import path from 'node:path';
import { DriverPool } from '../../src/driver-process.ts';
import { conformanceProject, startService } from '../../src/service.ts';
import { cleanupOf, type Run } from '../../src/world.ts';

const DRIVERS = path.resolve(import.meta.dirname, '../../../client/test/conformance');

export const driverOf = (file: string, argument = '') =>
  `'${process.execPath}' '${path.join(DRIVERS, file)}' ${argument}`.trim();

export async function startRun(stack: AsyncDisposableStack, driver: string): Promise<Run> {
  const api = await startService(cleanupOf(stack));
  return runWith(stack, driver, { api, project: await conformanceProject(api) });
}

export async function runWith(
  stack: AsyncDisposableStack,
  driver: string,
  service: Pick<Run, 'api' | 'project'>,
): Promise<Run> {
  const pool = new DriverPool(driver);
  stack.defer(() => pool.close());
  return { ...service, pool, capabilities: await pool.capabilities() };
}
