import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { WIDGET_FOLDER } from '../../src/http/widget.ts';
import { assertProblem } from '../helpers/assert-problem.ts';
import { startServer } from '../helpers/harness.ts';
import { sharedServer } from '../helpers/shared-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const LOCALES = readdirSync(path.join(WIDGET_FOLDER, 'locales')).filter((name) => name.endsWith('.json'));
const FILES = [
  ['player-support.js', 'text/javascript; charset=utf-8'],
  ...LOCALES.map((name) => [`locales/${name}`, 'application/json'] as const),
] as const;

suite('the widget', async () => {
  const server = await sharedServer({ builtPages: true });

  for (const [name, type] of FILES) {
    test(`/widget/${name} is there for pages of any origin, compressed as the browser accepts`, async () => {
      for (const [accept, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const sent = { 'accept-encoding': accept };
        const { status, headers, text } = await server.call('GET', `/widget/${name}`, { headers: sent });
        assert.equal(status, 200);
        assert.equal(headers.get('content-type'), type);
        assert.equal(headers.get('content-encoding'), encoding, accept);
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('vary'), 'accept-encoding');
        // Its name has no hash.
        assert.doesNotMatch(headers.get('cache-control') ?? '', /immutable/);
        assert.ok(text === readFileSync(path.join(WIDGET_FOLDER, name), 'utf8'), accept);
      }
    });

    test(`/widget/${name} gets 304 with its ETag, whatever the encoding`, async () => {
      const { headers } = await server.call('GET', `/widget/${name}`, { headers: { 'accept-encoding': 'br' } });
      const etag = headers.get('etag') ?? '';
      const again = { 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'gzip' };
      const unchanged = await server.call('GET', `/widget/${name}`, { headers: again });
      assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.get('etag')], [304, '', etag]);
      assert.equal(unchanged.headers.get('access-control-allow-origin'), '*');
      assert.equal(unchanged.headers.get('cache-control'), headers.get('cache-control'));
      const other = await server.call('GET', `/widget/${name}`, { headers: { 'if-none-match': '"other"' } });
      assert.equal(other.status, 200);
    });
  }

  test('HEAD has the headers of GET', async () => {
    const { status, headers, text } = await server.call('HEAD', '/widget/player-support.js');
    assert.deepEqual([status, text], [200, '']);
    assert.match(headers.get('etag') ?? '', /^W\/"/);
  });

  test('the source map is there', async () => {
    const { status, body } = await server.call('GET', '/widget/player-support.js.map');
    assert.equal(status, 200);
    assert.equal(body.version, 3);
  });

  test('404 for what is not a file of the build', async () => {
    for (const name of [
      ...[
        '',
        'none.js',
        'player-support.js.br',
        'player-support.js.gz',
        '.built',
        'locales',
        'locales/',
        'locales/en.json',
      ],
      ...['..%2fpackage.json', 'locales/..%2fplayer-support.js', '%00', 'locales/de.json.br', 'locales/none.json'],
    ]) {
      assertProblem(await server.call('GET', `/widget/${name}`), 404, 'not-found', `/widget/${name}`);
    }
  });
});

test('without a build there is no widget, the log says it once, and the server works', async (t) => {
  const server = await startServer(t, { widgetFolder: temporaryDirectory(t) });
  assertProblem(await server.call('GET', '/widget/player-support.js'), 404, 'not-found', '/widget/player-support.js');
  assert.equal(server.log.filter((line) => line.includes('widget is not built')).length, 1);
  assert.equal((await server.call('GET', '/healthz')).status, 200);
});
