import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** A directory that is deleted after the test. */
export function temporaryDirectory(t: Pick<TestContext, 'after'>): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'player-support-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
