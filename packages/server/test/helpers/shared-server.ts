import { after } from 'node:test';
import { type StartOptions, startServer, type TestServer } from './harness.ts';

/** A server for all tests of a file; for those that move no clock and meet no limit. */
export function sharedServer(options?: StartOptions): Promise<TestServer> {
  return startServer({ after: (close) => after(() => (close as () => unknown)()) }, options);
}
