import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';

/** What checks the server from outside, as anybody can. */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const OUTSIDE = ['bench', 'packages/client-conformance'];
const INSIDE = 'packages/server/src/';
const IMPORT = /^(?:import|export)\b[^'";=()]*?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Lists the files of this project that a file imports, also for their types. */
function importsOf(file: string, source: string): string[] {
  const names = Array.from(source.matchAll(IMPORT), ([, fixed, dynamic]) => fixed ?? dynamic ?? '');
  return names.filter((name) => name.startsWith('.')).map((name) => path.posix.join(path.posix.dirname(file), name));
}

const readImports = (file: string) => importsOf(file, readFileSync(path.join(ROOT, file), 'utf8'));

/** Lists the imports that lead from a file into the server. Undefined if none do. */
function wayInside(file: string, imports: (file: string) => string[], seen = new Set<string>()): string[] | undefined {
  if (file.startsWith(INSIDE)) return [file];
  if (seen.has(file) || !file.endsWith('.ts')) return undefined;
  seen.add(file);
  for (const next of imports(file)) {
    const way = wayInside(next, imports, seen);
    if (way !== undefined) return [file, ...way];
  }
  return undefined;
}

suite('imports from outside the server', () => {
  test('lead to none of its modules, also by way of others', () => {
    const pattern = `{${OUTSIDE.join(',')}}/**/*.ts`;
    const files = globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] });
    assert.ok(files.length > 70, String(files.length));
    const ways = files.map((file) => wayInside(file.split(path.sep).join('/'), readImports));
    assert.deepEqual(
      ways.filter((way) => way !== undefined).map((way) => way.join(' > ')),
      [],
    );
  });

  test('are found if they lead inside', () => {
    const sources: Readonly<Record<string, string>> = {
      'bench/bench.ts': "import { a } from './seed.ts';\nimport type { B } from '../packages/server/test/b.ts';",
      'bench/seed.ts': "export * from './bench.ts';",
      'packages/server/test/b.ts': "const c = await import('../src/store/store.ts');",
    };
    const way = wayInside('bench/bench.ts', (file) => importsOf(file, sources[file] ?? ''));
    assert.deepEqual(way, ['bench/bench.ts', 'packages/server/test/b.ts', 'packages/server/src/store/store.ts']);
    assert.equal(
      wayInside('bench/seed.ts', () => []),
      undefined,
    );
  });
});
