import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EXTENSION } from '@player-support/contract/schema';
import { PROBLEMS } from '../../src/errors.ts';
import { allOperations } from '../../src/http/all-operations.ts';
import { sharedServer } from '../helpers/shared-server.ts';

suite('HTML pages', async () => {
  const server = await sharedServer();
  const pages = ['/docs', '/problems', ...Object.keys(PROBLEMS).map((slug) => `/problems/${slug}`)];

  for (const page of pages) {
    const scripts = page === '/docs' ? 1 : 0;
    test(`${page} is HTML without inline scripts, and its policy allows none`, async () => {
      const { status, headers, text } = await server.call('GET', page);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /(?:^|; )default-src 'none'(?:;|$)/);
      assert.match(policy, /(?:^|; )frame-ancestors 'none'(?:;|$)/);
      assert.match(policy, /(?:^|; )base-uri 'none'(?:;|$)/);
      assert.match(policy, /(?:^|; )form-action 'none'(?:;|$)/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      assert.equal(policy.split("; script-src 'self'; require-trusted-types-for 'script'").length - 1, scripts);
      assert.match(text, /^<!doctype html><html lang="en">/);
      assert.match(text, /<title>[^<]+<\/title>/);
      assert.equal(text.match(/<script src="\/docs\.js\?\w{8}" defer><\/script>/g)?.length ?? 0, scripts);
      assert.equal(text.match(/<script/gi)?.length ?? 0, scripts);
      assert.doesNotMatch(text, /<style|<iframe|javascript:|\s(?:on\w+|style)=/i);
    });
  }

  test('/docs describes every operation with its method, path and fields', async () => {
    const { text } = await server.call('GET', '/docs');
    for (const { id, method, url, summary, description = '', body } of allOperations) {
      const [, section = ''] = text.split(`<section class="operation" id="${id}">`);
      const [own = ''] = section.split('</section>');
      assert.ok(own.startsWith(`<h4><a class="operation-link" href="#${id}">${id}</a></h4>`), id);
      assert.ok(text.includes(`<li><a href="#${id}">${id}</a></li>`), `${id} is in the navigation`);
      assert.ok(own.includes(`>${method}<`), id);
      assert.ok(own.includes(`<code>${url.replace(/:(\w+)/g, '{$1}')}</code>`), id);
      for (const text of [`${summary}.`, description]) {
        assert.ok(own.includes(text.replace(/'/g, '&#39;').replace(/`([^`]+)`/g, '<code>$1</code>')), id);
      }
      const { properties = {} } = (body ?? {}) as { properties?: Readonly<Record<string, object>> };
      // The extensions' chapter describes the others.
      const names = Object.keys(properties).filter((name) => !(EXTENSION in (properties[name] ?? {})));
      for (const name of names) assert.ok(own.includes(`<code>${name}</code>`), `${id} ${name}`);
    }
  });

  test('every link works', async () => {
    for (const page of ['/docs', '/problems']) {
      const { text } = await server.call('GET', page);
      const links = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
      assert.ok(links.length > 5);
      for (const link of new Set(links)) {
        if (link.startsWith('#')) assert.ok(text.includes(` id="${link.slice(1)}"`), link);
        else assert.equal((await server.call('GET', link)).status, 200, link);
      }
    }
  });

  test('texts are escaped', async () => {
    const { text } = await server.call('GET', '/problems/unauthorized');
    assert.ok(text.includes('<code>Authorization: Bearer &#60;token&#62;</code>'), text);
    for (const page of pages) {
      const { text } = await server.call('GET', page);
      const tags = new Set([...text.matchAll(/<([a-z!]\w*)/gi)].map(([, tag]) => tag));
      const allowed =
        '!doctype html meta title link script body h1 h2 h3 h4 h5 p a ul li header nav main section div table thead tbody tr th td code span pre label input details summary';
      assert.deepEqual(
        [...tags].filter((tag) => !allowed.split(' ').includes(tag ?? '')),
        [],
        page,
      );
      assert.ok(!text.includes('`'), page);
    }
  });

  test('the page of a problem has its status and its type; an unknown problem is a 404', async () => {
    for (const [slug, [status, title]] of Object.entries(PROBLEMS)) {
      const { text } = await server.call('GET', `/problems/${slug}`);
      for (const part of [title, String(status), `/problems/${slug}`])
        assert.ok(text.includes(part), `${slug}: ${part}`);
    }
    for (const slug of ['unknown', 'toString', '__proto__', '<script>']) {
      assert.equal((await server.call('GET', `/problems/${encodeURIComponent(slug)}`)).status, 404, slug);
    }
  });
});
