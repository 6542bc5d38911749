import { fileAfter } from './cleanup.ts';
import { type StartOptions, startServer, type TestServer } from './harness.ts';

/** For many tests, which must not depend on its clock or rate limits. */
export function sharedServer(options?: StartOptions): Promise<TestServer> {
  return startServer(fileAfter, options);
}
