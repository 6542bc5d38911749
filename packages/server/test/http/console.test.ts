import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import { CONSOLE_FOLDER } from '../../src/http/console.ts';
import { assertProblem } from '../helpers/assert-problem.ts';
import { startServer } from '../helpers/harness.ts';
import { sharedServer } from '../helpers/shared-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const PAGES = CONSOLE_PATHS.map((one) => one.replace(/\$\w+/g, 'some-id'));
const KILOBYTE = 1024;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

suite('the console', async () => {
  const server = await sharedServer({ builtPages: true });

  for (const page of [...PAGES, '/queue?view=mine']) {
    test(`${page} is the page, with a content security policy that blocks code of others`, async () => {
      const { status, headers, text } = await server.call('GET', page);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? [];
      assert.match(nonce, /^[\w+/]{22}==$/);
      assert.equal(
        headers.get('content-security-policy'),
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default`,
      );
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
      assert.equal(headers.get('access-control-allow-origin'), null);
      assert.doesNotMatch(text, /<script(?![^>]* src="\/assets\/)|<style|\s(?:on\w+|style)=|__NONCE__/i);
    });
  }

  test('each response has a new nonce', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await server.call('GET', '/')).headers.get('content-security-policy')),
    );
    assert.notEqual(policies[0], policies[1]);
  });

  test('HEAD has the headers of GET', async () => {
    const { status, headers, text } = await server.call('HEAD', '/queue');
    assert.deepEqual([status, text], [200, '']);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok(Number(headers.get('content-length')) > 500);
  });

  test('assets of the page are immutable, and compressed as the browser accepts', async () => {
    const { text } = await server.call('GET', '/');
    const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
    assert.ok(assets.length >= 3);
    for (const asset of assets) {
      const plain = readFileSync(path.join(CONSOLE_FOLDER, asset));
      for (const [accept, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const { status, headers, text } = await server.call('GET', asset, { headers: { 'accept-encoding': accept } });
        assert.equal(status, 200, asset);
        assert.equal(headers.get('content-encoding'), encoding, `${asset} ${accept}`);
        assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(headers.get('vary'), 'accept-encoding');
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(headers.get('content-type') ?? '', /^text\/(?:css|javascript); charset=utf-8$/);
        assert.ok(text === plain.toString(), `${asset} ${accept}`);
      }
    }
  });

  test('the service worker is checked at each visit, and may only fetch files of this server', async () => {
    for (const [accept, encoding] of [
      ['br', 'br'],
      ['identity', null],
    ] as const) {
      const { status, headers, text } = await server.call('GET', '/service-worker.js', {
        headers: { 'accept-encoding': accept },
      });
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(headers.get('content-encoding'), encoding);
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'");
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.equal(headers.get('access-control-allow-origin'), null);
      assert.equal(headers.get('set-cookie'), null);
      for (const name of readdirSync(path.join(CONSOLE_FOLDER, 'assets')).filter((one) => /\.(?:js|css)$/.test(one))) {
        assert.ok(text.includes(`/assets/${name}`), name);
      }
    }
    assertProblem(await server.call('GET', '/service-worker.js.br'), 404, 'not-found', '/service-worker.js.br');
  });

  test('404 for a file that is not in the build', async () => {
    for (const name of ['none-12345678.js', '..%2findex.html', '..%2f..%2fpackage.json', '%00', 'index.html', '']) {
      assertProblem(await server.call('GET', `/assets/${name}`), 404, 'not-found', `/assets/${name}`);
    }
    const [compressed] = readdirSync(path.join(CONSOLE_FOLDER, 'assets')).filter((name) => name.endsWith('.br'));
    assertProblem(await server.call('GET', `/assets/${compressed}`), 404, 'not-found', `/assets/${compressed}`);
    assertProblem(await server.call('GET', '/queue/none'), 404, 'not-found', '/queue/none');
  });

  test('responses of the player API have none of its headers', async () => {
    const { headers } = await server.call('GET', '/api/v1/inbox');
    for (const name of ['content-security-policy', 'referrer-policy', 'cross-origin-opener-policy', 'vary']) {
      assert.equal(headers.get(name), null, name);
    }
  });
});

test('without a build, / says how to build the console, and the log has one line about it', async (t) => {
  const server = await startServer(t, { consoleFolder: temporaryDirectory(t) });
  const { status, text } = await server.call('GET', '/');
  assert.equal(status, 200);
  assert.match(text, /npm run build/);
  assert.equal(server.log.filter((line) => line.includes('console is not built')).length, 1);
  assertProblem(await server.call('GET', '/queue'), 404, 'not-found', '/queue');
  assert.equal((await server.call('GET', '/healthz')).status, 200);
});

test('a server without the console, or with CONSOLE_OFFLINE=off, removes the worker from browsers', async (t) => {
  for (const options of [
    { consoleFolder: temporaryDirectory(t) },
    { builtPages: true, env: { CONSOLE_OFFLINE: 'off' } },
  ]) {
    const server = await startServer(t, options);
    const { status, headers, text } = await server.call('GET', '/service-worker.js');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(text, /registration\.unregister\(\)/);
    assert.doesNotMatch(text, /\/assets\//);
  }
});

suite('the size of the console', () => {
  const chunks = JSON.parse(readFileSync(path.join(CONSOLE_FOLDER, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

  /** Lists the files of chunks and of all that they import. */
  function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
    for (const name of names) {
      const chunk = chunks[name];
      assert.ok(chunk !== undefined, name);
      if (found.has(chunk.file)) continue;
      found.add(chunk.file);
      filesOf(chunk.imports ?? [], found);
    }
    return found;
  }
  const gzipped = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(CONSOLE_FOLDER, file))).length, 0);

  test('the first load, with the code of the queue and the texts, is under 210 KB of JavaScript, gzipped', () => {
    const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry);
    const size = gzipped(filesOf([...entries, 'src/i18n/english.ts']));
    assert.ok(size > 100 * KILOBYTE && size < 210 * KILOBYTE, `${size}`);
  });

  test('each compressed file has the content of the original', () => {
    const assets = path.join(CONSOLE_FOLDER, 'assets');
    const names = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
    assert.ok(names.length > 10);
    for (const name of names) {
      const plain = readFileSync(path.join(assets, name));
      assert.ok(gunzipSync(readFileSync(path.join(assets, `${name}.gz`))).equals(plain), name);
    }
  });
});

test('styles.css, or the file itself, imports the style sheet of each Mantine component in use', () => {
  const source = path.join(CONSOLE_FOLDER, '../src');
  const styles = readFileSync(path.join(source, 'shell/styles.css'), 'utf8');
  const sheets = new Set(readdirSync(path.join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles')));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const styled = new Set<string>();
  for (const file of files) {
    const text = readFileSync(path.join(source, file), 'utf8');
    for (const [, names = ''] of text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)) {
      for (const name of names.split(',').map((one) => one.trim())) {
        if (!sheets.has(`${name}.css`)) continue;
        styled.add(name);
        assert.ok((styles + text).includes(`/styles/${name}.css`), `nothing imports ${name}.css for ${file}`);
      }
    }
  }
  assert.ok(styled.size > 10);
});
