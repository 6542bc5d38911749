// Drivers of clients that are broken on purpose: the conformance suite must catch each of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileUploads, memoryFiles } from '../../src/file-uploads.ts';
import type { Fetch, Storage } from '../../src/index.ts';
import { type Change, drive } from './drive.ts';

/** Keeps some values until the process ends only. */
function forgetful(storage: Storage, isForgotten: (key: string) => boolean): Storage {
  const memory = new Map<string, string>();
  return {
    ...storage,
    get: (key) => (isForgotten(key) ? memory.get(key) : storage.get(key)),
    set: (key, value) => (isForgotten(key) ? memory.set(key, value) : storage.set(key, value)),
  };
}

/** Says that a value is stored before it is. */
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

/** Looks at the status only. */
const believing: Fetch = async (url, init) => {
  const response = await usualFetch(url, init);
  if (!response.ok || init.method !== 'POST' || /\/(identify|attachments)$/.test(url)) return response;
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

/** Sends each file in the place of the next one. */
function confusing(): Fetch {
  let last: RequestInit['body'];
  return (url, init) => {
    const { body } = init;
    const sent = last ?? body;
    last = body;
    return usualFetch(url, { ...init, body: sent as BodyInit });
  };
}

/** Gives a file up when there is no answer. */
const impatient: Fetch = (url, init) =>
  usualFetch(url, init).catch(() =>
    Response.json({ type: '/problems/payload-too-large', title: 'Too large', status: 413 }, { status: 413 }),
  );

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
  'mixes-files': (options, store) => ({ ...options, files: fileUploads({ store, fetch: confusing() }) }),
  'forgets-files': (options) => ({
    ...options,
    files: fileUploads({ store: { ...memoryFiles(), isVolatile: false } }),
  }),
  'gives-files-up': (options, store) => ({ ...options, files: fileUploads({ store, fetch: impatient }) }),
  'stored-too-early': (options) => ({ ...options, storage: hasty(options.storage) }),
};

const broken = BROKEN[process.argv[2] ?? ''];
if (broken === undefined) throw new Error(`one of ${Object.keys(BROKEN).join(', ')}`);
drive(broken);
