import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { CATALOGUES, type Catalogue } from '../../src/i18n/catalogues.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const ROUTER = 'shell/router.tsx';
const NAMES = Object.keys(CATALOGUES) as Catalogue[];
/** They are no texts. */
const MACRO_VARIABLES = ['player.platform', 'player.locale'];

type Texts = Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;
const english = new Map<Catalogue, Texts>();
const german = new Map<Catalogue, Texts>();
for (const name of NAMES) {
  english.set(name, (await CATALOGUES[name].en()).texts);
  german.set(name, (await CATALOGUES[name].de()).texts);
}
const catalogueOf = new Map(NAMES.flatMap((name) => Object.keys(english.get(name) ?? {}).map((key) => [key, name])));

const read = (file: string) => readFileSync(path.join(SOURCE, file), 'utf8');
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'));

/** Finds keys, whole or as a template such as `view.${view}`. */
function keysIn(file: string): string[] {
  const source = read(file);
  const whole = [...source.matchAll(/'([\w.-]+)'/g)].map(([, key = '']) => key);
  const templates = [...source.matchAll(/`([\w-]+\.[\w.-]*(?:\$\{[^}`]+\}[\w.-]*)+)`/g)].map(
    ([, template = '']) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
  );
  const isUsed = (key: string) => whole.includes(key) || templates.some((template) => template.test(key));
  const others = file.includes('macro') ? MACRO_VARIABLES : [];
  return [...catalogueOf.keys()].filter((key) => isUsed(key) && !others.includes(key));
}

/** A component's file and catalogues, which load together. */
const WITH_TEXTS = /lazyComponent\(\s*async \(\) => \(await import\('(\.[^']+)'\)\)\.\w+,\s*\[([^\]]+)\],?\s*\)/g;

/** Lists what it needs now or later, without the router's pages and what loads its own texts. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\.tsx?$/.test(file) || file === 'i18n/catalogues.ts') return found;
  if (FIRST_PAGES.includes(file) && found.has(ROUTER)) return found;
  found.add(file);
  const source = read(file)
    .replaceAll(/import type [^;]+;/g, '')
    .replaceAll(WITH_TEXTS, '');
  const pattern = file === ROUTER ? /from '(\.[^']+)'/g : /(?:from |import |import\()'(\.[^']+)'/g;
  for (const [, target = ''] of source.matchAll(pattern)) {
    modulesOf(path.posix.join(path.posix.dirname(file), target), found);
  }
  return found;
}

/** The router imports these first pages with every page's code. */
const FIRST_PAGES = ['shell/shell.tsx', 'queue/queue-page.tsx'];

/** Finds catalogue names in a list of the source. */
const namesIn = (list: string) => [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name).sort();

/** Finds the catalogues for texts of a module and of those it needs. */
function cataloguesOf(file: string): Set<Catalogue | undefined> {
  const keys = [...modulesOf(file)].flatMap(keysIn);
  return new Set(keys.map((key) => catalogueOf.get(key)));
}

/** A page or a late component must load these, besides the app's texts. */
const neededBy = (file: string) => [...cataloguesOf(file)].filter((name) => name !== 'app').sort();

function placeholders(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].sort().join();
}

suite('the texts', () => {
  test('have the same placeholders in both languages', () => {
    for (const [name, texts] of english) {
      for (const [key, text] of Object.entries(texts)) {
        const translated = german.get(name)?.[key] ?? assert.fail(key);
        if (typeof text === 'string') {
          assert.ok(typeof translated === 'string', key);
          assert.equal(placeholders(translated), placeholders(text), key);
        } else {
          assert.ok(typeof translated === 'object', key);
          assert.equal(placeholders(translated.other), placeholders(text.other), key);
        }
      }
    }
  });

  test('have a key of their own', () => {
    const keys = [...english.values()].flatMap((texts) => Object.keys(texts));
    assert.deepEqual(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      [],
    );
  });

  test('are all used', () => {
    const used = new Set(FILES.flatMap(keysIn));
    assert.deepEqual(
      [...catalogueOf.keys()].filter((key) => !used.has(key)),
      [],
    );
  });
});

suite('the router loads the texts of a page with it', () => {
  const router = read(ROUTER);
  const lazy = [...router.matchAll(/lazyPage\(\s*\[([^\]]*)\],\s*\(\) => import\('([^']+)'\)/g)];
  const first = [...router.matchAll(/firstPage\(\[([^\]]*)\], (\w+)\)/g)].map(([all, list, name]) => {
    const [, file = assert.fail(name)] = new RegExp(`import \\{ ${name} \\} from '([^']+)'`).exec(router) ?? [];
    return [all, list, file] as const;
  });
  const pages = [...lazy, ...first];
  const fileOf = (target: string) => path.posix.join(path.posix.dirname(ROUTER), target);

  test('for every page', () => {
    assert.ok(lazy.length > 10);
    assert.equal(lazy.length, router.match(/component: lazyPage\(/g)?.length);
    assert.equal(router.match(/import\(/g)?.length, lazy.length);
    assert.equal(first.length, router.match(/component: firstPage\(/g)?.length);
    assert.equal(pages.length, router.match(/component: (?!Outlet)/g)?.length);
    assert.deepEqual(first.map(([, , target]) => fileOf(target)).sort(), [...FIRST_PAGES].sort());
  });

  test('none is needed before a page is loaded, except those of the app', () => {
    assert.deepEqual([...cataloguesOf('main.tsx')], ['app']);
  });

  for (const [, list = '', target = ''] of pages) {
    const file = fileOf(target);
    test(file, () => {
      assert.deepEqual(namesIn(list), neededBy(file));
    });
  }
});

suite('a component that is loaded later loads its texts with it', () => {
  const components = FILES.flatMap((file) =>
    [...read(file).matchAll(WITH_TEXTS)].map(
      ([, target = '', list = '']) => [path.posix.join(path.posix.dirname(file), target), list] as const,
    ),
  );

  test('every component that names texts', () => {
    const named = FILES.flatMap((file) => read(file).match(/^ {2}\['[\w', -]+'\],\n\);/gm) ?? []);
    assert.ok(components.length > 0);
    assert.equal(components.length, named.length);
  });

  for (const [file, list] of components) test(file, () => assert.deepEqual(namesIn(list), neededBy(file)));
});
