import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { launchChromium } from '../../../console/test/helpers/chromium.ts';
import type * as Render from '../../src/ui/render.ts';

/** The drawing of views, in a browser. */

declare global {
  var ui: typeof Render;
}

async function code(): Promise<string> {
  const entry = path.join(import.meta.dirname, '../../src/ui/render.ts');
  const lib = { entry, formats: ['iife' as const], name: 'ui', fileName: () => 'ui.js' };
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } });
  assert.ok(Array.isArray(built));
  const [output] = built[0]?.output ?? [];
  return `${output?.code}; globalThis.ui = ui;`;
}

suite('render', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.setContent('<main></main>');
    await page.evaluate(await code());
  });
  after(() => browser.close());

  test('a list that changes keeps the elements of its keys, and the focus', async () => {
    const found = await page.evaluate(() => {
      const { h, render } = globalThis.ui;
      const main = document.querySelector('main') as HTMLElement;
      const Row = ({ name }: { name: string }) => h('li', null, h('input', { value: name }));
      const list = (...names: string[]) =>
        render(
          h(
            'ul',
            null,
            names.map((key) => h(Row, { key, name: key })),
          ),
          main,
        );
      const inputs = () => [...main.querySelectorAll('input')];
      list('a', 'b', 'c');
      const [a, b, c] = inputs();
      b?.focus();
      const kept: boolean[] = [];
      const look = () => kept.push(document.activeElement === b && inputs().includes(b as HTMLInputElement));
      list('new', 'a', 'b', 'c');
      look();
      list('c', 'b');
      look();
      const isSame = inputs()[0] === c && inputs()[1] === b && !inputs().includes(a as HTMLInputElement);
      list();
      return { kept, isSame, left: main.innerHTML };
    });
    assert.deepEqual(found, { kept: [true, true], isSame: true, left: '<ul></ul>' });
  });

  test('a field keeps what is typed only if the view says so', async () => {
    const values = await page.evaluate(() => {
      const { h, render } = globalThis.ui;
      const main = document.querySelector('main') as HTMLElement;
      const draw = (value: string, checked: boolean) =>
        render([h('textarea', { value }), h('input', { type: 'checkbox', checked })], main);
      draw('one', false);
      const [area, box] = main.children as unknown as [HTMLTextAreaElement, HTMLInputElement];
      area.value = 'typed';
      box.click();
      draw('one', false);
      const first = [area.value, box.checked];
      draw('two', true);
      return [first, [area.value, box.checked]];
    });
    assert.deepEqual(values, [
      ['one', false],
      ['two', true],
    ]);
  });

  test('attributes, listeners, texts and SVG follow the view, and another key makes another element', async () => {
    const found = await page.evaluate(() => {
      const { h, Fragment, render } = globalThis.ui;
      const main = document.querySelector('main') as HTMLElement;
      const clicks: string[] = [];
      const shown: string[] = [];
      const View = ({ name }: { name: string }) =>
        h(Fragment, null, h('p', null, name, 0, null, false, undefined, true));
      const draw = (name: string, isOn: boolean) =>
        render(
          [
            h(View, { key: name, name }),
            h('button', {
              class: isOn ? 'on' : undefined,
              'aria-pressed': isOn,
              hidden: !isOn,
              onClick: isOn ? () => clicks.push(name) : undefined,
              ref: (element: Element) => shown.push(`${element.isConnected}`),
            }),
            h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0 0' })),
            '<b>text</b>',
          ],
          main,
        );
      draw('one', true);
      const first = main.firstChild;
      main.querySelector('button')?.click();
      const before = main.innerHTML;
      draw('two', false);
      main.querySelector('button')?.click();
      const isSvg = main.querySelector('path') instanceof SVGPathElement;
      return { before, after: main.innerHTML, clicks, shown, isSvg, isKept: main.firstChild === first };
    });
    const svg = '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>&lt;b&gt;text&lt;/b&gt;';
    assert.deepEqual(found, {
      before: `<p>one0</p><button class="on" aria-pressed="true"></button>${svg}`,
      after: `<p>two0</p><button aria-pressed="false" hidden="true"></button>${svg}`,
      clicks: ['one'],
      shown: ['true', 'true'],
      isSvg: true,
      isKept: false,
    });
  });
});
