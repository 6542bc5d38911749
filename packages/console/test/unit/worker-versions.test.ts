import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';

const PAGE_FILE = '/assets/main.js';

/** The caches of a browser: only what the worker uses. */
class FakeCaches {
  readonly stored = new Map<string, Map<string, string>>();

  #opened(name: string) {
    const entries = this.stored.get(name) ?? new Map<string, string>();
    this.stored.set(name, entries);
    return entries;
  }

  open = async (name: string) => {
    const entries = this.#opened(name);
    const match = async (key: string) => (entries.has(key) ? new Response(entries.get(key)) : undefined);
    return { match, put: async (key: string, response: Response) => void entries.set(key, await response.text()) };
  };

  match = async (key: string, { cacheName }: { readonly cacheName?: string } = {}) => {
    const inCaches = cacheName === undefined ? [...this.stored.values()] : [this.stored.get(cacheName)];
    const text = inCaches.find((entries) => entries?.has(key))?.get(key);
    return text === undefined ? undefined : new Response(text);
  };

  keys = async () => [...this.stored.keys()];
  has = async (name: string) => this.stored.has(name);
  delete = async (name: string) => this.stored.delete(name);

  get versions() {
    return [...this.stored.keys()].filter((name) => name.startsWith('console-')).sort();
  }
}

let imported = 0;

/** Fakes a browser with the worker of any version. */
function browser(t: TestContext) {
  const caches = new FakeCaches();
  let served = 'v1';
  let failsAt: string | undefined;
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    if (url === failsAt) throw new TypeError('network');
    return new Response(`<script src="/assets/${served}.js"></script>`);
  });
  const worker = async (version: string) => {
    const file = `/assets/${version}.js`;
    Object.assign(globalThis, { caches, __VERSION__: version, __FILES__: [PAGE_FILE, file], __PAGE_FILES__: [file] });
    // Each version imports its own module.
    const { install, activate } = await import(`../../src/worker/versions.ts?${++imported}`);
    const use = () => Object.assign(globalThis, { __FILES__: [PAGE_FILE, file], __PAGE_FILES__: [file] });
    return {
      install: async (failing?: string): Promise<void> => {
        use();
        [served, failsAt] = [version, failing];
        await install();
      },
      activate: activate as () => Promise<void>,
    };
  };
  return { caches, worker };
}

test('the version that was active before is kept, not the one that was stored before', async (t) => {
  const { caches, worker } = browser(t);
  const [v1, v2, v3, v4] = [await worker('v1'), await worker('v2'), await worker('v3'), await worker('v4')];
  await v1.install();
  await v1.activate();
  // v2 waits and is never active.
  await v2.install();
  await v3.install();
  await v3.activate();
  assert.deepEqual(caches.versions, ['console-v1', 'console-v3']);
  // A rollback to v1, then an upgrade.
  await v1.install();
  await v1.activate();
  assert.deepEqual(caches.versions, ['console-v1', 'console-v3']);
  await v4.install();
  await v4.activate();
  assert.deepEqual(caches.versions, ['console-v1', 'console-v4']);
});

test('a version is stored as a whole or not at all', async (t) => {
  const { caches, worker } = browser(t);
  const [v1, v2, v3] = [await worker('v1'), await worker('v2'), await worker('v3')];
  await v1.install();
  await v1.activate();
  await assert.rejects(v2.install('/assets/v2.js'), TypeError);
  await assert.rejects(v2.install('/'), TypeError);
  assert.deepEqual(caches.versions, ['console-v1']);
  // A stored version stays: pages may use it.
  await assert.rejects(v1.install('/'), TypeError);
  assert.deepEqual(caches.versions, ['console-v1']);
  assert.ok(caches.stored.get('console-v1')?.has('/'));
  await v2.install();
  const stored = v3.install();
  await v2.activate();
  await assert.rejects(stored, /deleted/);
  assert.deepEqual(caches.versions, ['console-v1', 'console-v2']);
});
