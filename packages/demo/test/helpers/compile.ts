import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
// Inside the project, so that packages are found.
const FOLDER = path.join(ROOT, 'packages/demo/test/generated');

export const CONSOLE_NAMES = `
import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../console/src/api/client.ts';
import { useCommands } from '../../../console/src/ui/commands.ts';
import { useShortcuts } from '../../../console/src/ui/shortcuts.ts';
import { useText } from '../../../console/src/i18n/text.ts';
declare const macroId: string;
declare const queryClient: QueryClient;
declare const next: () => void;
declare const showMine: () => void;
const { t } = useText();
`;

/** The sources: SDK and widget, or the console. */
const PROJECTS = {
  game: {
    extends: '../../../widget/tsconfig.json',
    compilerOptions: {
      noUnusedLocals: false,
      paths: {
        '@player-support/client': ['../../../client/src/index.ts'],
        '@player-support/client/accounts': ['../../../client/src/accounts.ts'],
        '@player-support/client/known-issues': ['../../../client/src/known-issues.ts'],
        '@player-support/client/file-uploads': ['../../../client/src/file-uploads.ts'],
        '@player-support/client/lease': ['../../../client/src/lease.ts'],
      },
    },
    include: ['*.ts', '../helpers/*.d.ts'],
  },
  console: {
    extends: '../../../console/tsconfig.json',
    compilerOptions: { noUnusedLocals: false },
    include: ['*.tsx'],
  },
} as const;

/** Compiles strictly. `files`: texts by name. Returns the messages, empty if all is well. */
export function compile(files: ReadonlyMap<string, string>, project: keyof typeof PROJECTS = 'game'): string {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  try {
    for (const [name, text] of files) writeFileSync(path.join(FOLDER, name), `${text}\nexport {};\n`);
    writeFileSync(path.join(FOLDER, 'tsconfig.json'), JSON.stringify(PROJECTS[project]));
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
    const { status, stdout } = spawnSync(tsc, ['-p', FOLDER], { encoding: 'utf8' });
    return status === 0 ? '' : stdout;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
