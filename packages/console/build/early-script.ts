import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { bundleScript } from './bundle-script.ts';
import { indexPage } from './index-page.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src');
/** The modules that a page needs, by the first segment of its path. Other pages need no session. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  queue: ['queue/queue-page.tsx'],
  tickets: ['ticket/ticket-page.tsx'],
  players: ['player/player-page.tsx'],
  announcements: ['announcements/announcements-page.tsx'],
  settings: ['settings/settings-layout.tsx'],
};
const LANGUAGES = {
  en: { queue: 'i18n/english.ts', pages: 'i18n/english-pages.ts' },
  de: { queue: 'i18n/german.ts', pages: 'i18n/german-pages.ts' },
} as const;

type Bundle = Rolldown.OutputBundle;

/** Finds the chunk that an import() of a module loads. `module`: its path in the sources. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const id = path.join(SOURCE, module);
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  // The module itself may be in a chunk that this one imports.
  const chunk = chunks.find((one) => one.facadeModuleId === id) ?? chunks.find((one) => one.moduleIds.includes(id));
  if (chunk === undefined) throw new Error(`no chunk has ${module}`);
  return chunk;
}

/** Lists the files of a chunk and of those that it imports. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(bundle, imported, found);
  }
  return found;
}

/** Adds a classic script to the page: a module would run after the first paint. */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = indexPage(bundle);
        const html = String(page.source);
        const addresses = (modules: readonly string[]) => {
          const files = modules.flatMap((module) => [...filesOf(bundle, chunkOf(bundle, module))]);
          return [...new Set(files)].map((file) => `/${file}`).filter((file) => !html.includes(`"${file}"`));
        };
        const address = (module: string) => `/${chunkOf(bundle, module).fileName}`;
        const code = await bundleScript(path.join(SOURCE, 'early/early.ts'), {
          __PAGE_FILES__: Object.fromEntries(
            Object.entries(PAGES).map(([name, modules]) => [name, addresses(modules)]),
          ),
          __TEXT_FILES__: Object.fromEntries(
            Object.entries(LANGUAGES).map(([language, { queue, pages }]) => [
              language,
              { queue: address(queue), pages: address(pages) },
            ]),
          ),
        });
        const name = this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source: code }));
        // Before the style sheet: a script after it would wait for it.
        page.source = html.replace('<script', () => `<script src="/${name}"></script>\n    <script`);
      },
    },
  };
}
