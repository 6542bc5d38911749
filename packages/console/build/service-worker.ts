import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';
import { indexPage } from './index-page.ts';

const ENTRY = path.resolve(import.meta.dirname, '../src/worker/service-worker.ts');

/** Builds the service worker, which knows all files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const html = String(indexPage(bundle).source);
        const files = Object.keys(bundle)
          .filter((name) => /^assets\/.*\.(?:js|css)$/.test(name))
          .map((name) => `/${name}`)
          .sort();
        // The names of the files depend on their content.
        const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 16);
        const code = await bundleScript(ENTRY, {
          __VERSION__: version,
          __FILES__: files,
          __PAGE_FILES__: files.filter((file) => html.includes(`"${file}"`)),
        });
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
      },
    },
  };
}
