import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Copies each language's texts to `locales/<tag>.json`, without the spaces. */
export function localeFiles(folder: string): Plugin {
  return {
    name: 'locale-files',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
        const texts: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
        this.emitFile({ type: 'asset', fileName: `locales/${name}`, source: JSON.stringify(texts) });
      }
    },
  };
}
