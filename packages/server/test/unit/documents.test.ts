import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createProgram } from '../../src/cli/program.ts';

/** What the documents name must exist: files move, and nobody reads every page after that. */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const IGNORED = ['node_modules/**', 'packages/*/node_modules/**', 'packages/*/dist*/**'];
const DOCUMENTS = globSync('{*.md,bench/**/*.md,docs/**/*.md,packages/*/{,test/}*.md}', {
  cwd: ROOT,
  exclude: IGNORED,
});
const FILE_NAMES = new Set(
  globSync('{*,{.changeset,bench,deploy,docs,packages,scripts}/**/*.*}', { cwd: ROOT, exclude: IGNORED }).map((file) =>
    path.basename(file),
  ),
);

/** Its code has the width of the sources that it is made of. */
const GENERATED = 'docs/guide/client-reference.md';

interface Link {
  readonly document: string;
  readonly target: string;
}

function read(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}

/** All that a pattern finds in a document, by its first group. */
function found(document: string, pattern: RegExp): string[] {
  return Array.from(read(document).matchAll(pattern), ([, group = '']) => group);
}

/** The anchors of a page, as GitHub makes them from its headings. */
function anchors(document: string): string[] {
  return found(document, /^#+ (.*)$/gm).map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere({ document, target }: Link): boolean {
  const [file = '', anchor] = target.split('#');
  const page = file === '' ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(ROOT, page))) return false;
  return anchor === undefined || !page.endsWith('.md') || anchors(page).includes(anchor);
}

function inAll(pattern: RegExp): Link[] {
  return DOCUMENTS.flatMap((document) => found(document, pattern).map((target) => ({ document, target })));
}

/** The names of the commands below one, such as `project create`. */
function commandsOf(parent: CommandUnknownOpts): string[] {
  return parent.commands.flatMap((command) =>
    command.commands.length === 0 ? [command.name()] : commandsOf(command).map((name) => `${command.name()} ${name}`),
  );
}

suite('in the documents', () => {
  test('every relative link leads to a file, and to a heading of it', () => {
    const links = inAll(/\]\(([^)\s]+)\)/g).filter(({ target }) => !/^\w+:/.test(target));
    assert.ok(links.length > 50, 'the links are found');
    assert.deepEqual(
      links.filter((link) => !leadsSomewhere(link)),
      [],
    );
  });

  test('every path in code type exists', () => {
    const paths = inAll(/`((?:\.changeset|bench|deploy|docs|packages|scripts)\/[\w./-]*)`/g);
    assert.ok(paths.length > 5, 'the paths are found');
    assert.deepEqual(
      paths.filter(({ target }) => !existsSync(path.join(ROOT, target))),
      [],
    );
  });

  test('every TypeScript file that is named without its whole path exists', () => {
    const names = inAll(/`(?:[\w-]+\/)*([\w-]+(?:\.\w+)*\.tsx?)`/g);
    assert.ok(names.length > 10, 'the names are found');
    assert.deepEqual(
      names.filter(({ target }) => !FILE_NAMES.has(target)),
      [],
    );
  });

  test('every path in the architecture exists, in the project or in the server', () => {
    const paths = found('docs/architecture.md', /`((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.ts)`/g);
    assert.ok(paths.length > 50, 'the paths are found');
    const roots = [ROOT, path.join(ROOT, 'packages/server/src')];
    assert.deepEqual(
      paths.filter((name) => !roots.some((root) => existsSync(path.join(root, name)))),
      [],
    );
  });

  test('no line is wider than 120 columns, except in tables', () => {
    const wide = DOCUMENTS.filter((document) => document !== GENERATED).flatMap((document) =>
      found(document, /^(?!\s*\|)(.{121,})$/gmu).map((line) => `${document}: ${line}`),
    );
    assert.deepEqual(wide, []);
  });

  test('every page of docs is in the index, and every decision in its list', () => {
    const missing = (index: string, pages: string[]) =>
      pages.filter((page) => !read(index).includes(`](${path.relative(path.dirname(index), page)})`));
    const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT });
    const pages = globSync('docs/{*,guide/*}.md', { cwd: ROOT }).filter((page) => page !== 'docs/README.md');
    assert.deepEqual(missing('docs/README.md', pages), []);
    assert.deepEqual(missing('docs/decisions/README.md', decisions), []);
  });

  test('the guide to operate lists every command and no other', () => {
    const [, table = ''] = /^## Commands\n(.*?)\n## /ms.exec(read('docs/guide/operate.md')) ?? [];
    const cells = Array.from(table.matchAll(/^\| (`.*?`) \|/gm), ([, cell = '']) => cell);
    const listed = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/`([a-z-]+(?: [a-z][a-z-]*)*)[^`]*`/g), ([, name]) => name),
    );
    assert.deepEqual(listed.sort(), commandsOf(createProgram()).sort());
  });
});
