import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** Deleted after the test. */
export function temporaryDirectory(t: Pick<TestContext, 'after'>): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'player-support-'));
  // A server that ends later can still write in it.
  t.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}
