import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ARCHITECTURE, withLayers } from './server-layers.ts';

/** Writes the table of layers in docs/architecture.md. With `--check` it only checks the table. */

const file = path.resolve(import.meta.dirname, '..', ARCHITECTURE);
const written = readFileSync(file, 'utf8');
const page = withLayers(written);

if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (written !== page) {
  console.error(`${ARCHITECTURE} does not have the layers of the server. Run npm run generate`);
  process.exitCode = 1;
}
