import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { ARCHITECTURE, SERVER_LAYERS, withLayers } from '../../../../scripts/server-layers.ts';

/** Only some files may import these. Nothing else knows HTTP or SQL. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  fastify: ['http/', 'app.ts'],
  kysely: ['store/'],
  pg: ['store/'],
  'node:sqlite': ['store/'],
};

/** The sockets' guard looks nothing up. */
const GUARD = 'http/guard/';
const NOT_FOR_GUARD = ['store/', 'player/', 'team/', 'operations/', 'http/service.ts', 'http/callers/'];

/** Both are paths in `src`, or `to` is a package. */
interface Import {
  readonly from: string;
  readonly to: string;
}

const SOURCES = path.join(import.meta.dirname, '../../src');
const ROOT = path.join(import.meta.dirname, '../../../..');
const IMPORT = /^(?:import|export)\b[^'";=()]*?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Lists a file's imports, also of types and at run time. */
function importsOf(file: string, source: string): Import[] {
  return Array.from(source.matchAll(IMPORT), ([, fixed, dynamic]) => {
    const name = fixed ?? dynamic ?? '';
    const to = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
    return { from: file, to };
  });
}

const contains = (names: readonly string[], file: string) =>
  names.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name));

const layerOf = (file: string) => SERVER_LAYERS.findIndex(({ files }) => contains(files, file));

const folderOf = (file: string) => file.split('/', 1)[0];

/** Undefined: nothing is wrong. */
function problemOf({ from, to }: Import): string | undefined {
  const allowed = LIBRARIES[to];
  if (allowed !== undefined) return contains(allowed, from) ? undefined : `${from} must not know ${to}`;
  if (!to.endsWith('.ts')) return undefined;
  if (layerOf(to) < 0) return `${to} is in no layer`;
  if (from.startsWith(GUARD) && contains(NOT_FOR_GUARD, to)) return `${from} must not know ${to}`;
  if (folderOf(to) === folderOf(from)) return undefined;
  return layerOf(to) > layerOf(from) ? undefined : `${from} imports ${to}, which is not below it`;
}

/** Returns the folders in a cycle, and those that import one. */
function foldersInCycles(imports: readonly Import[]): string[] {
  let edges = imports
    .map(({ from, to }) => ({ from: path.posix.dirname(from), to: path.posix.dirname(to) }))
    .filter(({ from, to }) => from !== to);
  for (let before = -1; before !== edges.length; ) {
    before = edges.length;
    // A folder that imports no other is in no cycle.
    edges = edges.filter(({ to }) => edges.some(({ from }) => from === to));
  }
  return [...new Set(edges.map(({ from }) => from))].sort();
}

const FILES = globSync('**/*.{ts,mjs}', { cwd: SOURCES }).map((file) => file.split(path.sep).join('/'));

suite('imports of the server', () => {
  test('each file is in a layer', () => {
    assert.ok(FILES.length > 200, String(FILES.length));
    assert.deepEqual(
      FILES.filter((file) => layerOf(file) < 0),
      [],
    );
  });

  test('each name of a layer is a file or a folder', () => {
    const exists = (name: string) => FILES.some((file) => contains([name], file));
    assert.deepEqual(
      SERVER_LAYERS.flatMap(({ files }) => files).filter((name) => !exists(name)),
      [],
    );
  });

  test('the architecture has the table of the layers', () => {
    const document = readFileSync(path.join(ROOT, ARCHITECTURE), 'utf8');
    assert.equal(document, withLayers(document), 'Run npm run generate');
    const stale = document.replace(', `timers.ts`', '');
    assert.notEqual(stale, document);
    assert.equal(withLayers(stale), document);
  });

  test('lead to the same folder or to a layer below it', () => {
    const imports = FILES.flatMap((file) => importsOf(file, readFileSync(path.join(SOURCES, file), 'utf8')));
    assert.ok(imports.length > 1000, String(imports.length));
    assert.deepEqual(
      imports.map(problemOf).filter((problem) => problem !== undefined),
      [],
    );
  });

  test('folders of operations have no cycle', () => {
    const imports = FILES.filter((file) => file.startsWith('team/'))
      .flatMap((file) => importsOf(file, readFileSync(path.join(SOURCES, file), 'utf8')))
      .filter(({ to }) => to.startsWith('team/'));
    assert.ok(imports.length > 200, String(imports.length));
    assert.deepEqual(foldersInCycles(imports), []);
    const back = { from: 'team/members/list-members.ts', to: 'team/invitations/links.ts' };
    assert.ok(foldersInCycles([...imports, back]).includes('team/members'));
  });

  test('that are forbidden are found, in any form', () => {
    const source = `
import { type AppError, PROBLEMS } from '../errors.ts';
import type {
  A,
  B,
} from '../http/route.ts';
export * from '../team/grants.ts';
import './announcements.ts';
import Fastify from 'fastify';
import { sql } from 'kysely';
const jobs = await import('../jobs/jobs.ts');
`.trim();
    const problems = importsOf('store/tickets.ts', source).map(problemOf);
    assert.deepEqual(problems, [
      'store/tickets.ts imports errors.ts, which is not below it',
      'store/tickets.ts imports http/route.ts, which is not below it',
      'store/tickets.ts imports team/grants.ts, which is not below it',
      undefined,
      'store/tickets.ts must not know fastify',
      undefined,
      'store/tickets.ts imports jobs/jobs.ts, which is not below it',
    ]);
    assert.ok(problemOf({ from: 'http/guard/guard.ts', to: 'http/service.ts' }));
    assert.ok(problemOf({ from: 'team/tags.ts', to: 'player/link.ts' }));
    assert.equal(problemOf({ from: 'domain/tags.ts', to: '../elsewhere.ts' }), '../elsewhere.ts is in no layer');
  });
});
