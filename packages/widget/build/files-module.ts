import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** The name of the module that is loaded when a player adds or sees files. */
const NAME = 'player-support-files.js';

const file = (name: string) => path.join(import.meta.dirname, '..', name);

/**
 * Builds the files module as a module of its own, beside the script. The script loads it by its
 * name with a hash, so that a browser never mixes two versions.
 */
export async function filesModule(target: string[]): Promise<{ plugin: Plugin; url: string }> {
  const built = (await build({
    root: file('.'),
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@player-support/client/file-uploads': file('../client/src/file-uploads.ts') } },
    // Elements are made by the script: it draws only what it has made itself.
    oxc: {
      jsx: { runtime: 'classic', pragma: '$jsx.h', pragmaFrag: '$jsx.Fragment' },
      jsxInject: `import * as $jsx from '${file('src/files/host.ts')}'`,
    },
    build: {
      write: false,
      target,
      minify: true,
      lib: { entry: file('src/files/files-module.tsx'), formats: ['es'], fileName: () => NAME },
    },
  })) as Rolldown.RolldownOutput[];
  const code = built[0]?.output[0].code ?? '';
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  return {
    url: `${NAME}?${hash}`,
    plugin: {
      name: 'files-module',
      apply: 'build',
      generateBundle(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: NAME, source: code });
        // Without these comments, the bundler of a game would look for the module among its own files.
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replaceAll('import(', 'import(/*webpackIgnore:true*//*@vite-ignore*/');
        }
      },
    },
  };
}
