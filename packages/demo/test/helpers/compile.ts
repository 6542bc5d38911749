import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
// Inside the project, so that packages are found.
const FOLDER = path.join(ROOT, 'packages/demo/test/generated');

/**
 * Compiles code for games strictly against the sources of the SDK and the widget.
 *
 * @param files the text of each file by its name
 * @returns what the compiler says: nothing if all is well
 */
export function compile(files: ReadonlyMap<string, string>): string {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  try {
    for (const [name, text] of files) writeFileSync(path.join(FOLDER, name), `${text}\nexport {};\n`);
    writeFileSync(
      path.join(FOLDER, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../widget/tsconfig.json',
        compilerOptions: {
          noUnusedLocals: false,
          allowJs: true,
          paths: { '@player-support/client': ['../../../client/src/index.ts'] },
        },
        include: ['*.ts', '*.js', '../helpers/*.d.ts'],
      }),
    );
    const { status, stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', FOLDER], {
      encoding: 'utf8',
    });
    return status === 0 ? '' : stdout;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
