import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minify } from 'terser';
import { build, type Plugin } from 'vite';
import { step } from './steps.ts';

/**
 * For `import`, `require` and a script tag (global `PlayerSupport`), with source maps and types.
 */

const root = path.resolve(import.meta.dirname, '../packages/client');
const dist = path.join(root, 'dist');
const FILES = [
  ['index', 'es', 'index.js'],
  ['index', 'cjs', 'index.cjs'],
  ['index', 'iife', 'player-support.iife.js'],
  ['lease', 'es', 'lease.js'],
  ['lease', 'cjs', 'lease.cjs'],
  ['accounts', 'es', 'accounts.js'],
  ['accounts', 'cjs', 'accounts.cjs'],
  ['known-issues', 'es', 'known-issues.js'],
  ['known-issues', 'cjs', 'known-issues.cjs'],
  ['file-uploads', 'es', 'file-uploads.js'],
  ['file-uploads', 'cjs', 'file-uploads.cjs'],
] as const;

/** Inlines what is used once: 2% of a game's size. The game's bundler shortens names. */
const inlined: Plugin = {
  name: 'inlined',
  async renderChunk(text, _chunk, { format }) {
    const isScript = format === 'iife';
    const { code = '', map } = await minify(text, {
      module: format === 'es',
      ecma: 2020,
      compress: { passes: 3, unsafe_arrows: true, hoist_funs: isScript },
      mangle: false,
      format: { beautify: true },
      sourceMap: true,
    });
    return { code, map: String(map) };
  },
};

async function bundle([entry, format, name]: (typeof FILES)[number]): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [inlined],
    build: {
      lib: {
        entry: `src/${entry}.ts`,
        formats: [format],
        name: 'PlayerSupport',
        fileName: () => name,
      },
      target: 'es2022',
      minify: format === 'iife',
      sourcemap: true,
      emptyOutDir: false,
      rolldownOptions: { output: { generatedCode: { symbols: false } }, checks: { pluginTimings: false } },
    },
  });
}

/** TypeScript takes CommonJS declarations only from files of their own. */
function declareCommonJs(): void {
  for (const file of globSync('*.d.ts', { cwd: dist })) {
    const text = readFileSync(path.join(dist, file), 'utf8').replaceAll(/'(\.\/[\w-]+)\.[jt]s'/g, "'$1.cjs'");
    writeFileSync(path.join(dist, file.replace('.d.ts', '.d.cts')), text);
  }
}

rmSync(dist, { recursive: true, force: true });
const isDeclared = step('types of the client', 'tsc', '-p', 'packages/client/tsconfig.build.json');
for (const file of FILES) await bundle(file);
declareCommonJs();
process.exitCode = isDeclared ? 0 : 1;
