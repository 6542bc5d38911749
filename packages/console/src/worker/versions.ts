declare const __VERSION__: string;
declare const __FILES__: readonly string[];
declare const __PAGE_FILES__: readonly string[];

const PREFIX = 'console-';
/** The files of this version, and its page under this key. */
export const CACHE = `${PREFIX}${__VERSION__}`;
export const PAGE = '/';
/** A cache with one entry: the cache of the last active version. */
const ACTIVE = 'active-version';
const ACTIVE_ENTRY = '/active-version';

/**
 * Stores all or nothing. Throws if that fails, such as without a connection. The browser tries
 * again later.
 */
export async function install(): Promise<void> {
  // An earlier active version may be stored, and open pages may use it.
  const isStored = (await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true })) !== undefined;
  try {
    await storeFiles();
    // Another version may have deleted this one.
    if (!(await caches.has(CACHE))) throw new Error('The version was deleted while it was stored.');
  } catch (error) {
    if (!isStored) await caches.delete(CACHE);
    throw error;
  }
}

/**
 * Stores files one by one, as a browser has six connections and the page needs them; then the page.
 * Throws if a file is missing or of another version.
 */
async function storeFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of __FILES__) {
    // The name depends on the content, so any version's file is the same.
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
  // Without cookies: stored files do not depend on the member.
  const response = await fetch(url, { credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw new Error(`${url} gave ${response.status}.`);
  return response;
}

/**
 * Keeps the previously active version: open pages may load its code. `caches.keys()` does not say
 * which it is.
 */
export async function activate(): Promise<void> {
  const active = await caches.open(ACTIVE);
  const before = await (await active.match(ACTIVE_ENTRY))?.text();
  await active.put(ACTIVE_ENTRY, new Response(CACHE));
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE && name !== before) await caches.delete(name);
  }
}
