import path from 'node:path';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { localeFiles } from './build/locale-files.ts';

/** One script that defines the element, with the SDK in it, and a file for each other language. */
export default defineConfig({
  plugins: [localeFiles(path.join(import.meta.dirname, 'src/locales')), compressed()],
  resolve: { alias: { '@player-support/client': path.join(import.meta.dirname, '../client/src/index.ts') } },
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
    jsxInject: `import { h, Fragment } from 'preact'`,
  },
  build: {
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    sourcemap: true,
    lib: {
      entry: path.join(import.meta.dirname, 'src/index.ts'),
      formats: ['iife'],
      name: 'PlayerSupportWidget',
      fileName: () => 'player-support.js',
    },
  },
});
