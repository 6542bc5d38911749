import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';

/** The security tables are complete, and their files exist. */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** Where a column's paths begin. Default: the project's root. */
const COLUMNS = { Where: 'packages/server/src', Test: 'packages/server/test' } as const;
/** Of OWASP ASVS 5.0.0, by level. */
const REQUIREMENTS = { 1: 70, 2: 183 } as const;

const read = (document: string) => readFileSync(path.join(ROOT, document), 'utf8');

/** Reads the rows of all tables with this column. Cells have their columns' names. */
function rows(document: string, column: string): Record<string, string>[] {
  const tables = read(document).matchAll(/^(\|.*\|)\n\|[-|]+\|\n((?:\|.*\|\n)+)/gm);
  return Array.from(tables).flatMap(([, head = '', body = '']) => {
    const cells = (line: string) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
    const names = cells(head);
    if (!names.includes(column)) return [];
    return body
      .trim()
      .split('\n')
      .map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell])));
  });
}

function missingPaths(document: string): string[] {
  const found = Object.entries(COLUMNS).flatMap(([column, folder]) =>
    rows(document, column).flatMap(({ [column]: cell = '' }) =>
      Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => ({ name, folder })),
    ),
  );
  assert.ok(found.length > 20, 'the pattern must match the paths');
  return found
    .filter(({ name, folder }) => !['.', folder].some((begin) => existsSync(path.join(ROOT, begin, name))))
    .map(({ name }) => name);
}

suite('the documents about security', () => {
  for (const document of ['docs/security.md', 'docs/security-asvs.md']) {
    test(`each path in the tables of ${document} exists`, () => {
      assert.deepEqual(missingPaths(document), []);
    });
  }

  test('each risk of the API Security Top 10 has an answer, a place and a test', () => {
    const risks = rows('docs/security.md', 'Risk');
    assert.deepEqual(
      risks.map(({ Risk = '' }) => Risk.split(' ')[0]),
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    for (const { Risk = '', Answer, Where, Test } of risks) assert.ok(Answer && Where && Test, Risk);
  });

  test('each requirement of ASVS 5, level 2, has one answer, with a place or a reason', () => {
    const answered = rows('docs/security-asvs.md', 'Requirement');
    const notApplicable = rows('docs/security-asvs.md', 'Why');
    const ofLevel = (level: string) => [
      ...answered.filter(({ Level }) => Level === level).map(({ Requirement = '' }) => Requirement),
      ...notApplicable.flatMap(({ [`Level ${level}`]: cell = '' }) => (cell === '' ? [] : cell.split(', '))),
    ];
    const all = Object.keys(REQUIREMENTS).flatMap(ofLevel);
    assert.equal(new Set(all).size, all.length);
    for (const requirement of all) assert.match(requirement, /^V\d+\.\d+\.\d+$/);
    for (const [level, count] of Object.entries(REQUIREMENTS)) {
      assert.equal(ofLevel(level).length, count, `level ${level}`);
    }
    for (const { Requirement = '', Level = '', Answer = '', Where } of answered) {
      assert.ok(Level in REQUIREMENTS, Requirement);
      assert.match(Answer, /^(met$|open: .)/, Requirement);
      assert.ok(Answer !== 'met' || Where !== '', Requirement);
    }
    for (const { Why } of notApplicable) assert.ok(Why);
  });

  test('the list of open requirements has exactly those of the tables', () => {
    const [, list = ''] = /^## Open\n(.*?)\n## /ms.exec(read('docs/security-asvs.md')) ?? [];
    const open = rows('docs/security-asvs.md', 'Requirement').filter(({ Answer }) => Answer?.startsWith('open'));
    assert.deepEqual(
      list.match(/V\d+\.\d+\.\d+/g),
      open.map(({ Requirement }) => Requirement),
    );
    const ofLevel1 = open.filter(({ Level }) => Level === '1').length;
    assert.match(list, new RegExp(`^\\n${open.length} of 253 requirements are open, ${ofLevel1} of them at level 1:`));
  });
});
