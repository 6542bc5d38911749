import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { test } from 'node:test';
import { createLogger } from '../../src/logger.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

test('a log that nobody reads keeps its first 16 MiB, then reports how many lines it lost', {
  timeout: 120_000,
}, async (t) => {
  const pipe = path.join(temporaryDirectory(t), 'log');
  execFileSync('mkfifo', [pipe]);
  const fd = fs.openSync(pipe, fs.constants.O_RDWR);
  const logger = createLogger('info', pipe);
  const text = 'x'.repeat(1000);
  const written = 40_000;
  for (let line = 0; line < written; line++) logger.info({ line }, text);

  const reader = fs.createReadStream(pipe, { fd });
  let next = 0;
  let bytes = 0;
  let lost: number | undefined;
  for await (const line of readline.createInterface(reader)) {
    const entry = JSON.parse(line) as { line?: number; lost?: number };
    if (entry.lost !== undefined) {
      lost = entry.lost;
      break;
    }
    assert.equal(entry.line, next++);
    bytes += line.length + 1;
  }
  // Ends the pending read.
  fs.writeSync(fd, '\n');
  reader.destroy();
  assert.ok(bytes > 15 * 1024 * 1024 && bytes <= 16 * 1024 * 1024 + 65_536, `${bytes}`);
  assert.equal(lost, written - next);
});
