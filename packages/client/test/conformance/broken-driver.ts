// Clients broken on purpose: the conformance suite must catch each one.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileUploads, memoryFiles } from '../../src/file-uploads.ts';
import type { Fetch, Storage } from '../../src/index.ts';
import { type Change, drive, PART_BYTES } from './drive.ts';

const uploads = (options: Parameters<typeof fileUploads>[0]) => fileUploads({ ...options, partBytes: PART_BYTES });

/** Some values end with the process. */
function forgetful(storage: Storage, isForgotten: (key: string) => boolean): Storage {
  const memory = new Map<string, string>();
  return {
    ...storage,
    get: (key) => (isForgotten(key) ? memory.get(key) : storage.get(key)),
    set: (key, value) => (isForgotten(key) ? memory.set(key, value) : storage.set(key, value)),
  };
}

/** Reports a value as stored too early. */
function hasty(storage: Storage): Storage {
  const memory = new Map<string, string>();
  return {
    ...storage,
    get: (key) => memory.get(key) ?? storage.get(key),
    set(key, value) {
      memory.set(key, value);
      sleep(100).then(() => storage.set(key, value));
    },
  };
}

const usualFetch: Fetch = (url, init) => fetch(url, init);

const withoutKey: Fetch = (url, init) => {
  const headers = new Headers(init.headers);
  headers.delete('idempotency-key');
  return usualFetch(url, { ...init, headers });
};

/** Trusts the status alone. */
const believing: Fetch = async (url, init) => {
  const response = await usualFetch(url, init);
  if (!response.ok || init.method !== 'POST' || /\/(identify|attachments|resumable)$/.test(url)) return response;
  const text = await response.text();
  const createdAt = new Date().toISOString();
  const real = text.includes('createdAt') ? (JSON.parse(text) as object) : {};
  return Response.json({
    ticketId: 'tkt_1',
    messageId: 'msg_1',
    status: 'open',
    createdAt,
    readAt: createdAt,
    ...real,
  });
};

/** Sends each file in place of the next one. */
function confusing(): Fetch {
  let last: RequestInit['body'];
  return (url, init) => {
    const { body } = init;
    const sent = last ?? body;
    last = body;
    return usualFetch(url, { ...init, body: sent as BodyInit });
  };
}

/** Gives up a file without an answer. */
const impatient: Fetch = (url, init) =>
  usualFetch(url, init).catch(() =>
    Response.json({ type: '/problems/payload-too-large', title: 'Too large', status: 413 }, { status: 413 }),
  );

/** Continues one byte too late after asking for the offset. */
function imprecise(): Change {
  const asked = new Set<string>();
  return (options, store) => ({
    ...options,
    fetch: (url, init) => {
      if (init.method === 'GET' && url.includes('/resumable/')) asked.add(url);
      return usualFetch(url, init);
    },
    files: uploads({
      store,
      fetch: (url, init) => usualFetch(url, asked.delete(url) ? { ...init, body: (init.body as Blob).slice(1) } : init),
    }),
  });
}

/** Continues the process's first upload in parts, for any file. */
function thrifty(): Fetch {
  let first: Response | undefined;
  return async (url, init) => {
    if (init.method === 'POST' && url.endsWith('/resumable') && first !== undefined) return first.clone();
    const response = await usualFetch(url, init);
    if (url.endsWith('/resumable') && response.status === 201) first ??= response.clone();
    // Another user's upload.
    if (url.includes('/resumable/') && response.status === 404) first = undefined;
    return response;
  };
}

const BROKEN: Readonly<Record<string, Change>> = {
  'without-key': (options) => ({ ...options, fetch: withoutKey }),
  'forgets-texts': (options) => ({
    ...options,
    storage: forgetful(options.storage, (key) => key.endsWith('outbox')),
  }),
  'new-player': (options) => ({
    ...options,
    storage: forgetful(options.storage, (key) => /installation$|session$/.test(key)),
  }),
  'any-2xx': (options) => ({ ...options, fetch: believing }),
  'follows-redirects': (options) => ({
    ...options,
    fetch: (url, init) => usualFetch(url, { ...init, redirect: 'follow' }),
  }),
  'mixes-files': (options, store) => ({ ...options, files: uploads({ store, fetch: confusing() }) }),
  'forgets-files': (options) => ({
    ...options,
    files: uploads({ store: { ...memoryFiles(), isVolatile: false } }),
  }),
  'gives-files-up': (options, store) => ({ ...options, files: uploads({ store, fetch: impatient }) }),
  'wrong-offset': imprecise(),
  'another-upload': (options) => ({ ...options, fetch: thrifty() }),
  'stored-too-early': (options) => ({ ...options, storage: hasty(options.storage) }),
};

const broken = BROKEN[process.argv[2] ?? ''];
if (broken === undefined) throw new Error(`one of ${Object.keys(BROKEN).join(', ')}`);
drive(broken);
