import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { createProgram } from '../../../server/src/cli/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
const commands = createProgram().commands.map((command) => command.name());
const compose = parseYaml(read('compose.yaml')) as { readonly services: Readonly<Record<string, object>> };
const SETTINGS = read('docs/guide/settings.md') + read('compose.yaml');

/** Commands must be well-formed and name only what exists. */
export function checkCommands(text: string, place: string): void {
  // A person replaces `<...>` and `[...]`.
  const input = text.replace(/<[^>\n]*>|\[[^\]\n]*\](?:\.\.\.)?/g, 'x');
  const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
  assert.equal(status, 0, `${place}\n${stderr}`);
  const exist = (pattern: RegExp, what: string, exists: (name: string) => boolean) => {
    for (const [, name = ''] of text.matchAll(pattern)) assert.ok(exists(name), `${place}: no ${what} ${name}`);
  };
  exist(/\bnpm run (?:-s )?([\w:-]+)/g, 'npm script', (name) => name in scripts);
  exist(/--workspace ([\w/-]+)/g, 'package', (name) => existsSync(path.join(ROOT, name, 'package.json')));
  exist(/\b((?:packages|deploy|scripts)\/[\w./-]+)/g, 'file', (name) => existsSync(path.join(ROOT, name)));
  exist(/(?:cli --|cli\.ts) ([\w-]+)/g, 'command', (name) => commands.includes(name));
  exist(/\b(node-\d+|(?<=exec(?: -T)? )database)\b/g, 'service', (name) => name in compose.services);
  exist(/\b([A-Z]+(?:_[A-Z]+)+)\b/g, 'setting', (name) => new RegExp(`\\b${name}\\b`).test(SETTINGS));
}
