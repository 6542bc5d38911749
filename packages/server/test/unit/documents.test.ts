import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createProgram } from '../../src/cli/program.ts';

/** Documents may only mention files, headings and commands that exist. */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const IGNORED = ['node_modules/**', 'packages/*/node_modules/**', 'packages/*/dist*/**'];
const DOCUMENTS = globSync('{*.md,bench/**/*.md,docs/**/*.md,packages/*/{,test/}*.md}', {
  cwd: ROOT,
  exclude: IGNORED,
});
const FILE_NAMES = new Set(
  globSync('{*,{bench,deploy,docs,packages,scripts}/**/*.*}', { cwd: ROOT, exclude: IGNORED }).map((file) =>
    path.basename(file),
  ),
);

/** Its source code may have longer lines. */
const GENERATED = 'docs/guide/client-reference.md';

interface Link {
  readonly document: string;
  readonly target: string;
}

function read(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}

/** Returns the first group of each match. */
function matchesIn(document: string, pattern: RegExp): string[] {
  return Array.from(read(document).matchAll(pattern), ([, group = '']) => group);
}

/** Lists a page's anchors, as GitHub makes them from headings. */
function anchors(document: string): string[] {
  return matchesIn(document, /^#+ (.*)$/gm).map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function targetExists({ document, target }: Link): boolean {
  const [file = '', anchor] = target.split('#');
  const page = file === '' ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(ROOT, page))) return false;
  return anchor === undefined || !page.endsWith('.md') || anchors(page).includes(anchor);
}

function matchesInAll(pattern: RegExp): Link[] {
  return DOCUMENTS.flatMap((document) => matchesIn(document, pattern).map((target) => ({ document, target })));
}

/** Such as `project create`. */
function commandsOf(parent: CommandUnknownOpts): string[] {
  return parent.commands.flatMap((command) =>
    command.commands.length === 0 ? [command.name()] : commandsOf(command).map((name) => `${command.name()} ${name}`),
  );
}

function unquoted(script: string): string {
  return script.replaceAll(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, '');
}

suite('in the documents', () => {
  test('the target of every relative link exists, also its heading', () => {
    const links = matchesInAll(/\]\(([^)\s]+)\)/g).filter(({ target }) => !/^\w+:/.test(target));
    assert.ok(links.length > 50, 'the pattern must match the links');
    assert.deepEqual(
      links.filter((link) => !targetExists(link)),
      [],
    );
  });

  test('every path in backticks exists', () => {
    const paths = matchesInAll(/`((?:bench|deploy|docs|packages|scripts)\/[\w./-]*)`/g);
    assert.ok(paths.length > 5, 'the pattern must match the paths');
    assert.deepEqual(
      paths.filter(({ target }) => !existsSync(path.join(ROOT, target))),
      [],
    );
  });

  test('every TypeScript file that is named without its full path exists', () => {
    const names = matchesInAll(/`(?:[\w-]+\/)*([\w-]+(?:\.\w+)*\.tsx?)`/g);
    assert.ok(names.length > 10, 'the pattern must match the names');
    assert.deepEqual(
      names.filter(({ target }) => !FILE_NAMES.has(target)),
      [],
    );
  });

  test('every path in the architecture exists, in the project or in the server', () => {
    const paths = matchesIn('docs/architecture.md', /`((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.ts)`/g);
    assert.ok(paths.length > 50, 'the pattern must match the paths');
    const roots = [ROOT, path.join(ROOT, 'packages/server/src')];
    assert.deepEqual(
      paths.filter((name) => !roots.some((root) => existsSync(path.join(root, name)))),
      [],
    );
  });

  test('no line is wider than 120 columns, except in tables', () => {
    const wide = DOCUMENTS.filter((document) => document !== GENERATED).flatMap((document) =>
      matchesIn(document, /^(?!\s*\|)(.{121,})$/gmu).map((line) => `${document}: ${line}`),
    );
    assert.deepEqual(wide, []);
  });

  test('a section of the changelog can be read at once: it has at most 80 lines', () => {
    const sections = read('CHANGELOG.md')
      .split(/^(?=## )/m)
      .slice(1);
    assert.ok(sections.length > 1, 'the pattern must match the sections');
    const long = sections.filter((section) => section.trim().split('\n').length > 80);
    assert.deepEqual(
      long.map((section) => section.split('\n')[0]),
      [],
    );
  });

  test('every page of docs is in the index, and every decision in its list', () => {
    const missing = (index: string, pages: string[]) =>
      pages.filter((page) => !read(index).includes(`](${path.relative(path.dirname(index), page)})`));
    const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT });
    const pages = globSync('docs/{*,guide/*}.md', { cwd: ROOT }).filter((page) => page !== 'docs/README.md');
    assert.deepEqual(missing('docs/README.md', pages), []);
    assert.deepEqual(missing('docs/decisions/README.md', decisions), []);
  });

  test('zsh, the shell of macOS, accepts every block of commands that a person pastes', () => {
    const blocks = matchesInAll(/^```sh\n(.*?)^```/gms);
    assert.ok(blocks.length > 10, 'the pattern must match the blocks');
    // In pasted text, `#` begins no comment, and an unpaired quote waits for its end.
    const wrong = blocks.filter(({ target }) => /['"]|(^|\s)#/m.test(unquoted(target)));
    assert.deepEqual(wrong, []);
  });

  test('docs/guide/operate.md lists exactly the commands that exist', () => {
    const [, table = ''] = /^## Commands\n(.*?)\n## /ms.exec(read('docs/guide/operate.md')) ?? [];
    const cells = Array.from(table.matchAll(/^\| (`.*?`) \|/gm), ([, cell = '']) => cell);
    const listed = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/`([a-z-]+(?: [a-z][a-z-]*)*)[^`]*`/g), ([, name]) => name),
    );
    assert.deepEqual(listed.sort(), commandsOf(createProgram()).sort());
  });
});
