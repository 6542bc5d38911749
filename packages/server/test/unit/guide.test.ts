import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { assertProblem } from '../helpers/assert-problem.ts';
import { file, ROOT } from '../helpers/image.ts';
import { sharedServer } from '../helpers/shared-server.ts';

/** Lists a text's link targets, without links to other sites or within the page. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, target = '']) => (/^\w+:/.test(target) ? [] : [target]));

suite('the documentation on a server', async () => {
  const server = await sharedServer();

  test('/llms.txt is that of the repository, as plain text, for pages of any origin', async () => {
    const { status, headers, text } = await server.call('GET', '/llms.txt');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(text, file('llms.txt'));
    const head = await server.call('HEAD', '/llms.txt');
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  test('every link of /llms.txt works, and each of its pages has working links to other pages', async () => {
    const links = linksIn(file('llms.txt'));
    assert.ok(links.length > 25);
    for (const link of links) {
      const page = await server.call('GET', `/${link.replace(/^\//, '')}`);
      assert.equal(page.status, 200, link);
      if (!link.endsWith('.md')) continue;
      assert.equal(page.text, readFileSync(path.join(ROOT, link), 'utf8'));
      for (const next of linksIn(page.text).filter((target) => target.endsWith('.md'))) {
        const { pathname } = new URL(next, `${server.url}/${link}`);
        assert.equal((await server.call('GET', pathname)).status, 200, `${link}: ${next}`);
      }
    }
  });

  test('nothing else of the repository is there', async () => {
    for (const path of [
      '/package.json',
      '/docs/',
      '/docs/guide/',
      '/docs/guide/none.md',
      '/docs/images/demo.png',
      '/docs/constructor',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e%2fllms.txt',
      '/packages/server/package.json',
      '/packages/server/src/main.ts',
      '/packages/%00',
    ]) {
      assertProblem(await server.call('GET', path), 404, 'not-found', path);
    }
    assertProblem(await server.call('POST', '/llms.txt'), 404, 'not-found', '/llms.txt');
  });
});
