import { fileAfter } from './cleanup.ts';
import { type StartOptions, startServer, type TestServer } from './harness.ts';

/** Shares one server. The tests must not depend on its clock or rate limits. */
export function sharedServer(options?: StartOptions): Promise<TestServer> {
  return startServer(fileAfter, options);
}
