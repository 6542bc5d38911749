import path from 'node:path';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { lateModules } from './build/late-modules.ts';
import { localeFiles } from './build/locale-files.ts';

const file = (name: string) => path.join(import.meta.dirname, name);

const TARGET = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];
const late = await lateModules(TARGET);

/** A script with the SDK, late modules, and a file for each other language. */
export default defineConfig({
  define: late.define,
  plugins: [late.plugin, localeFiles(file('src/locales')), compressed()],
  resolve: {
    alias: {
      '@player-support/client/lease': file('../client/src/lease.ts'),
      '@player-support/client': file('../client/src/index.ts'),
    },
  },
  // JSX becomes calls of `h`.
  oxc: {
    jsx: { runtime: 'classic', pragma: '$jsx.h', pragmaFrag: '$jsx.Fragment' },
    jsxInject: "import * as $jsx from 'preact'",
  },
  build: {
    target: TARGET,
    sourcemap: true,
    lib: {
      entry: file('src/index.ts'),
      formats: ['iife'],
      name: 'PlayerSupportWidget',
      fileName: () => 'player-support.js',
    },
  },
});
