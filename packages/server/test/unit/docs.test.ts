import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PROBLEMS } from '../../src/errors.ts';
import { playerOperations, teamOperations } from '../../src/operations/all.ts';
import { sharedServer } from '../helpers/shared-server.ts';

suite('HTML pages', async () => {
  const server = await sharedServer();
  const pages = ['/docs', '/problems', ...Object.keys(PROBLEMS).map((slug) => `/problems/${slug}`)];

  for (const page of pages) {
    test(`${page} is HTML without a script, and its policy allows none`, async () => {
      const { status, headers, text } = await server.call('GET', page);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /(?:^|; )default-src 'none'(?:;|$)/);
      assert.match(policy, /(?:^|; )frame-ancestors 'none'(?:;|$)/);
      assert.match(policy, /(?:^|; )base-uri 'none'(?:;|$)/);
      assert.match(policy, /(?:^|; )form-action 'none'(?:;|$)/);
      assert.doesNotMatch(policy, /unsafe|script-src|\*|https?:/);
      assert.match(text, /^<!doctype html><html lang="en">/);
      assert.match(text, /<title>[^<]+<\/title>/);
      assert.doesNotMatch(text, /<script|<style|<iframe|javascript:|\s(?:on\w+|style)=/i);
    });
  }

  test('/docs describes every operation with its method, path and fields', async () => {
    const { text } = await server.call('GET', '/docs');
    for (const { id, method, url, summary, description = '', body } of [...playerOperations, ...teamOperations]) {
      const [, section = ''] = text.split(`<section id="${id}">`);
      const [own = ''] = section.split('</section>');
      assert.ok(own.includes(`<h3>${id}</h3>`), id);
      assert.ok(own.includes(`>${method}<`), id);
      assert.ok(own.includes(`<code>${url.replace(/:(\w+)/g, '{$1}')}</code>`), id);
      for (const text of [`${summary}.`, description]) {
        assert.ok(own.includes(text.replace(/'/g, '&#39;').replace(/`([^`]+)`/g, '<code>$1</code>')), id);
      }
      const { properties = {} } = (body ?? {}) as { properties?: object };
      for (const name of Object.keys(properties)) assert.ok(own.includes(`<code>${name}</code>`), `${id} ${name}`);
    }
  });

  test('every link works', async () => {
    for (const page of ['/docs', '/problems']) {
      const { text } = await server.call('GET', page);
      const links = [...text.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link);
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
        '!doctype html meta title link body h1 h2 h3 h4 p a ul li nav main section div table thead tbody tr th td code span';
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
