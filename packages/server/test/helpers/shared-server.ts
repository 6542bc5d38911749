import { after } from 'node:test';
import { type StartOptions, startServer, type TestServer } from './harness.ts';

/** One server for many tests. They must not depend on its clock or its rate limits. */
export function sharedServer(options?: StartOptions): Promise<TestServer> {
  return startServer({ after: (close) => after(() => (close as () => unknown)()) }, options);
}
