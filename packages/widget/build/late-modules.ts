import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const file = (name: string) => path.join(import.meta.dirname, '..', name);

/** Loaded later, each by the constant with its name in the script. */
const MODULES = {
  /** When a player adds or sees files. */
  FILES_MODULE: ['player-support-files.js', 'src/files/files-module.tsx'],
  /** When a player begins a ticket, or may be asked about one. */
  KNOWN_MODULE: ['player-support-known.js', 'src/known/known-module.tsx'],
} as const;

async function codeOf(name: string, entry: string, target: string[]): Promise<string> {
  const built = (await build({
    root: file('.'),
    configFile: false,
    logLevel: 'warn',
    resolve: {
      alias: {
        '@player-support/client/file-uploads': file('../client/src/file-uploads.ts'),
        '@player-support/client/known-issues': file('../client/src/known-issues.ts'),
      },
    },
    // The script makes the elements: it draws only its own.
    oxc: {
      jsx: { runtime: 'classic', pragma: '$jsx.h', pragmaFrag: '$jsx.Fragment' },
      jsxInject: `import * as $jsx from '${file('src/host.ts')}'`,
    },
    build: {
      write: false,
      target,
      minify: true,
      lib: { entry: file(entry), formats: ['es'], fileName: () => name },
    },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

/** Builds the modules that are loaded later. A hash in their names keeps versions apart. */
export async function lateModules(target: string[]): Promise<{ plugin: Plugin; define: Record<string, string> }> {
  const built = await Promise.all(
    Object.entries(MODULES).map(async ([constant, [name, entry]]) => {
      const code = await codeOf(name, entry, target);
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
      return { constant, name, code, url: `${name}?${hash}` };
    }),
  );
  return {
    define: Object.fromEntries(built.map(({ constant, url }) => [constant, JSON.stringify(url)])),
    plugin: {
      name: 'late-modules',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const { name, code } of built) this.emitFile({ type: 'asset', fileName: name, source: code });
        // Otherwise a game's bundler would look for the modules among its own files.
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replaceAll('import(', 'import(/*webpackIgnore:true*//*@vite-ignore*/');
        }
      },
    },
  };
}
