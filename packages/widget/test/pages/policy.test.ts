import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../console/test/helpers/until.ts';
import { teamReply } from '../../../server/test/helpers/builders.ts';
import { aPicture } from '../../../server/test/helpers/files.ts';
import { openGames } from '../helpers/games.ts';

const games = await openGames();

const STRICT = [
  "default-src 'none'",
  'script-src SERVICE',
  'connect-src SERVICE',
  "style-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

test('under a strict content security policy everything works, and looks the same', async (t) => {
  const game = await games.visit(t, { policy: STRICT, attributes: { locale: 'de' } });
  const { page, panel } = game;
  await game.open();
  await panel.getByText('Wie können wir helfen?').waitFor();
  await game.createTicket('Fest', 'Ich komme nicht weiter.');
  await panel.getByText('In Bearbeitung').waitFor();
  const [{ id }] = await game.tickets();
  await teamReply(games.service, id, 'Spring zweimal: https://example.com');
  await page.reload();
  await page.locator('.badge').waitFor();
  await game.open();
  await panel.locator('.row').click();
  await panel.getByText('Spring zweimal').waitFor();
  await until(() => panel.evaluate((dialog) => getComputedStyle(dialog).width), '400px');
  const png = { name: 'tor.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) };
  await panel.locator('input[type=file]').setInputFiles([png]);
  await panel.locator('.file').waitFor();
  await game.reply('Mit Bild');
  await panel.locator('.picture').waitFor();
  const isDrawn = () => {
    const canvas = document
      .querySelector('player-support')
      ?.shadowRoot?.querySelector<HTMLCanvasElement>('.picture canvas');
    return canvas?.getContext('2d')?.getImageData(5, 5, 1, 1).data[3] === 255;
  };
  await page.waitForFunction(isDrawn);
});

test('styles of the page have no effect inside, and properties for themes do', async (t) => {
  const game = await games.visit(t);
  const { page, panel } = game;
  await page.addStyleTag({
    content: `* { color: red !important; font-size: 40px; } button { display: none; }
      player-support { --ps-accent: rgb(0, 100, 0); --ps-width: 480px; font-size: 60px; }
      player-support::part(launcher) { border-radius: 4px; }`,
  });
  await game.open();
  const launcher = page.locator('.launcher');
  const style = (name: string) =>
    launcher.evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), name);
  assert.deepEqual(
    [await style('background-color'), await style('border-radius'), await style('font-size')],
    ['rgb(0, 100, 0)', '4px', '14px'],
  );
  await until(() => panel.evaluate((dialog) => getComputedStyle(dialog).width), '480px');
});

test('in a browser that is too old there is no such element, and nothing throws', async (t) => {
  const before = () => void Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
  const { page } = await games.visit(t, { before });
  await until(
    () => page.evaluate(() => [document.readyState, customElements.get('player-support')]),
    ['complete', undefined],
  );
});

test('a page whose storages cannot be read says so, also to listeners that come after the element', async (t) => {
  const before = () => {
    const get = () => {
      throw new Error('forbidden');
    };
    for (const name of ['indexedDB', 'localStorage']) Object.defineProperty(globalThis, name, { get });
  };
  const { page, project } = await games.visit(t, { before });
  const slug = await page.evaluate(
    async ([url, key]) => {
      const widget = document.createElement('player-support');
      widget.setAttribute('base-url', url);
      widget.setAttribute('project-key', key);
      document.body.append(widget);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      return new Promise((resolve) => {
        widget.addEventListener('error', (event) => resolve((event as unknown as CustomEvent).detail.slug));
      });
    },
    [games.service.url, project.publicKey] as const,
  );
  assert.equal(slug, 'storage');
});

test('in a frame without any storage, the widget works until the page closes', async (t) => {
  const game = await games.visit(t);
  const { page, project } = game;
  await page.evaluate(
    ([url, key]) => {
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts');
      frame.width = '600';
      frame.height = '600';
      frame.srcdoc = `<!doctype html><script src="${url}/widget/player-support.js"></script>
        <player-support base-url="${url}" project-key="${key}" open></player-support>
        <script>
          const slugs = new Set();
          const widget = document.querySelector('player-support');
          widget.addEventListener('error', ({ detail }) => (document.title = [...slugs.add(detail.slug)].join()));
        </script>`;
      document.body.append(frame);
    },
    [games.service.url, project.publicKey],
  );
  const panel = page.frameLocator('iframe').getByRole('dialog');
  await panel.locator('[data-key=new]').click();
  await panel.locator('#subject').fill('Sandboxed');
  await panel.locator('#message').fill('Without storage');
  await panel.locator('.footer .primary').click();
  await panel.getByText('In progress').waitFor();
  const title = () =>
    page
      .frameLocator('iframe')
      .locator('html')
      .evaluate(({ ownerDocument }) => ownerDocument.title);
  await until(title, 'storage');
  const log = { name: 'game.log', mimeType: 'text/plain', buffer: Buffer.from('text') };
  await panel.locator('input[type=file]').setInputFiles([log]);
  await panel.locator('.file').waitFor();
  await panel.locator('#reply').fill('With a file');
  await panel.locator('.send').click();
  await panel.locator('a.file').waitFor();
  assert.deepEqual(
    (await game.tickets()).map(({ subject }) => subject),
    ['Sandboxed'],
  );
});
