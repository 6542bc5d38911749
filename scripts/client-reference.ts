import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Writes the SDK's reference: its exports with the sources' comments. `--check` only compares. */

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'docs/guide/client-reference.md');
const SECTIONS: Readonly<Record<string, string>> = {
  index: 'What you call',
  events: 'Events',
  'outbox-entry': 'The outbox',
  storage: 'Storage',
  locks: 'A storage for several tabs or processes',
  lease: 'A lease, from `@player-support/client/lease`',
  accounts: 'Accounts, from `@player-support/client/accounts`',
  'known-issues': 'Known issues, from `@player-support/client/known-issues`',
  'file-uploads': 'Attachments, from `@player-support/client/file-uploads`',
  'capture-screenshot': 'Screenshots, from `@player-support/client/file-uploads`',
  'file-store': 'Where files wait, from `@player-support/client/file-uploads`',
  http: 'The network',
  errors: 'Errors',
  types: 'What goes over the wire',
};

/** All exports of these modules are shown. */
const WHOLE = ['index', 'types', 'lease', 'accounts', 'known-issues', 'capture-screenshot', 'file-store'];

function declarations(): Map<string, string[]> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'client-reference-'));
  try {
    const options = ['-p', 'packages/client/tsconfig.build.json', '--emitDeclarationOnly', '--outDir', directory];
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stdout);
    return new Map(
      Object.keys(SECTIONS).map((name) => {
        const text = readFileSync(path.join(directory, `${name}.d.ts`), 'utf8');
        return [name, text.split(/^(?=\/\*\*|export|import|declare|interface|\/\/)/m)];
      }),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function reference(): string {
  const modules = declarations();
  const index = modules.get('index') ?? [];
  const named = index.flatMap((part) => /^export (?:type )?\{([^}]+)\}/.exec(part)?.[1]?.split(',') ?? []);
  const exported = new Set(named.map((name) => name.replace(/^\s*type /, '').trim()));
  const sections = [...modules].map(([module, parts]) => {
    let shown = '';
    for (const [at, part] of parts.entries()) {
      const [, name = ''] = /^export (?:declare )?(?:class|interface|type|function) (\w+)/.exec(part) ?? [];
      const isShown = WHOLE.includes(module) || exported.has(name) || name === 'fileUploads';
      if (name === '' || !isShown) continue;
      const before = parts[at - 1] ?? '';
      shown += `${before.startsWith('/**') ? before : ''}${part.replace('export declare ', '').replace('export ', '')}\n`;
    }
    const plain = shown.replaceAll('readonly ', '').replaceAll(/(\?: .*) \| undefined;/g, '$1;');
    return `## ${SECTIONS[module]}\n\n\`\`\`ts\n${plain.trim()}\n\`\`\`\n`;
  });
  return `<!-- Written by scripts/client-reference.ts from the types of packages/client. Do not edit. -->

# Reference of the client SDK

What \`@player-support/client\` exports, without \`readonly\`. [How to use it](client.md).

${sections.join('\n')}`;
}

const text = reference();
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/guide/client-reference.md does not match the types. Run npm run generate');
  process.exitCode = 1;
}
