import { fileAfter } from './cleanup.ts';
import { type StartOptions, startServer, type TestServer } from './harness.ts';

/** One server for many tests. They must not depend on its clock or its rate limits. */
export function sharedServer(options?: StartOptions): Promise<TestServer> {
  return startServer(fileAfter, options);
}
