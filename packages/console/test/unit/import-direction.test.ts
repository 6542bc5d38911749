import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';

/**
 * Top to bottom. A file may import from its own folder and lower layers. Folders of `parts` count
 * separately.
 */
const FEATURES = 'features';
const LAYERS = [
  ['main.tsx'],
  ['shell', 'early', 'worker'],
  [FEATURES],
  ['parts/ticket-list'],
  ['parts'],
  ['data'],
  ['ui'],
  ['api', 'i18n'],
  ['texts', 'lib'],
];

const SOURCES = path.join(import.meta.dirname, '../../src');
const IMPORT = /^(?:import|export)\b[^'";=()]*?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Lists all imports, also of types and dynamic ones. `from` and `to` are paths in `src`. */
function importsOf(file: string, source: string) {
  return Array.from(source.matchAll(IMPORT), ([, fixed, dynamic]) => fixed ?? dynamic ?? '')
    .filter((name) => name.startsWith('.'))
    .map((name) => ({ from: file, to: path.posix.join(path.posix.dirname(file), name) }))
    .filter(({ to }) => !to.startsWith('../'));
}

const folderOf = (file: string) => /^parts\/[^/]+|^[^/]+/.exec(file)?.[0] ?? '';

/** Returns the layer's number, from the top. A folder without a layer is a feature. */
function layerOf(folder: string): number {
  const [top = ''] = folder.split('/');
  const named = [folder, top].map((name) => LAYERS.findIndex((names) => names.includes(name)));
  return named.find((layer) => layer >= 0) ?? LAYERS.findIndex(([name]) => name === FEATURES);
}

/** Undefined: nothing is wrong. */
function problemOf({ from, to }: { readonly from: string; readonly to: string }): string | undefined {
  const [above, below] = [folderOf(from), folderOf(to)];
  if (above === below) return undefined;
  return layerOf(below) > layerOf(above) ? undefined : `${from} imports ${to}, which is not below it`;
}

const FILES = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).map((file) => file.split(path.sep).join('/'));

suite('imports of the console', () => {
  test('lead to the same folder or to a layer below it', () => {
    const imports = FILES.flatMap((file) => importsOf(file, readFileSync(path.join(SOURCES, file), 'utf8')));
    assert.ok(imports.length > 2000, String(imports.length));
    assert.deepEqual(
      imports.map(problemOf).filter((problem) => problem !== undefined),
      [],
    );
  });

  test('that are forbidden are found, in any form', () => {
    const source = `
import { useSession } from '../../data/session.ts';
import type {
  Row,
} from '../../queue/row.ts';
import '../rows/rows.css';
import { answer } from './answer.ts';
const Shell = lazy(() => import('../../shell/shell.tsx'));
`.trim();
    assert.deepEqual(importsOf('parts/player/panel.tsx', source).map(problemOf), [
      undefined,
      'parts/player/panel.tsx imports queue/row.ts, which is not below it',
      'parts/player/panel.tsx imports parts/rows/rows.css, which is not below it',
      undefined,
      'parts/player/panel.tsx imports shell/shell.tsx, which is not below it',
    ]);
    assert.ok(problemOf({ from: 'queue/page.tsx', to: 'ticket/page.tsx' }));
    assert.ok(problemOf({ from: 'lib/fold.ts', to: 'texts/queue.en.ts' }));
    assert.equal(problemOf({ from: 'ticket/files/viewer.tsx', to: 'ticket/page.tsx' }), undefined);
  });
});
