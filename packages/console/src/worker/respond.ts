import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import { CACHE, PAGE } from './versions.ts';

const PATHS = CONSOLE_PATHS.map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`));

/** Responds for the console's pages and files. All else goes to the server and is not stored. */
export function respond({ url, method, mode }: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return undefined;
  if (mode === 'navigate') return PATHS.some((path) => path.test(pathname)) ? page(url) : undefined;
  return pathname.startsWith('/assets/') ? file(url) : undefined;
}

/** A browser may have deleted the stored page. */
async function page(url: string): Promise<Response> {
  // Unlike `open`, creates no cache that was deleted.
  const stored = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true });
  return stored === undefined ? fetch(url) : withNewNonce(stored);
}

async function file(url: string): Promise<Response> {
  // Also the previous version's: a page opened before an update loads code later.
  return (await caches.match(url, { ignoreVary: true })) ?? fetch(url);
}

/** Gives each response another nonce, like the server. */
export async function withNewNonce(stored: Response): Promise<Response> {
  const html = await stored.text();
  const [, old = ''] = /\snonce="([^"]+)"/.exec(html) ?? [];
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(stored.headers);
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace(`'nonce-${old}'`, `'nonce-${nonce}'`));
  return new Response(html.replace(`nonce="${old}"`, `nonce="${nonce}"`), { headers });
}
