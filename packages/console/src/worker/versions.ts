declare const __VERSION__: string;
declare const __FILES__: readonly string[];
declare const __PAGE_FILES__: readonly string[];

const PREFIX = 'console-';
/** The files of this version, and the page at this key. */
export const CACHE = `${PREFIX}${__VERSION__}`;
export const PAGE = '/';

/**
 * Stores the files of this version. One after the other, because a browser has six connections, and
 * the page needs them.
 *
 * @throws Error if a file is missing, or if the page is one of another version: during an upgrade a
 *   node of the old version may answer. The browser tries again later.
 */
export async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of __FILES__) {
    // The name depends on the content, so a file of another version is the same one.
    const known = await caches.match(file, { ignoreVary: true });
    if (known === undefined) await cache.put(file, await load(file));
    else await cache.put(file, known);
  }
  const page = await load(PAGE);
  const html = await page.clone().text();
  if (!__PAGE_FILES__.every((file) => html.includes(file))) throw new Error('The page is one of another version.');
  await cache.put(PAGE, page);
}

async function load(url: string): Promise<Response> {
  // Without cookies: what is stored does not depend on who is signed in.
  const response = await fetch(url, { credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw new Error(`${url} gave ${response.status}.`);
  return response;
}

/** Deletes old versions, except for the last one: pages that are open may still load its code. */
export async function activate(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}
