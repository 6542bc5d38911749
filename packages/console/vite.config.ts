import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { earlyScript } from './build/early-script.ts';
import { serviceWorker } from './build/service-worker.ts';

/** They load after the page. */
const PARTS =
  /\/(?:(?:menu|tooltip|filters)-pop(?:up|over)|bulk-actions|command-search|empty-queue|shortcut-help|notifications|queue-(?:action-)?dialogs|outbox-toasts|change-question|send-warning|player-(?:drawer|dialogs)|unavailable-view)\.tsx$/;

export default defineConfig({
  // The worker names all files, and the last plugin compresses them.
  plugins: [react(), earlyScript(), serviceWorker(), compressed()],
  build: {
    manifest: 'manifest.json',
    // The content security policy allows no inline code. Browsers before 2023 need the polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A test limits the compressed size.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // Each group is one file, as a request costs a round trip: the queue would load 74 files.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], test: /node_modules|\/src\/(?!main\.)|rolldown[\\/]runtime/ },
            { name: 'ticket', test: /\/ticket\/ticket-page\.tsx$/ },
            { name: 'parts', test: PARTS },
            {
              name: 'settings',
              test: /\/(?:announcements|settings|account|members|projects|notices|macros|tags|api-keys|audit)\/[\w-]+-(?:page|layout)\.tsx$/,
            },
          ],
        },
      },
    },
  },
  // For `npx vite`, next to a running server.
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
