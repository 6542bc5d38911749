import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners.ts';

/** The trusted types policy allows only this URL. */
export const WORKER_URL = '/service-worker.js';
const CHECK_INTERVAL_MS = 60_000;
/** Then the page is loaded again without the new worker. */
const TAKE_OVER_MS = 3000;

let registration: ServiceWorkerRegistration | undefined;
let isOffered = false;
let checkedAt = 0;
const listeners = new Listeners();

/** This page is older than the server. */
export function offerNewVersion(): void {
  isOffered = true;
  listeners.notify();
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isOffered);
}

/**
 * Stores the console, so that it opens without a connection. Needs service workers, which some
 * private windows lack.
 */
export async function keepConsole(): Promise<void> {
  if (registration !== undefined || !('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const workers = navigator.serviceWorker;
  // The first worker of a page is no new version.
  let hasWorker = workers.controller !== null;
  registration = await workers.register(WORKER_URL, { updateViaCache: 'none' });
  const offerIfWaiting = () => {
    if (registration?.waiting && workers.controller !== null) offerNewVersion();
  };
  offerIfWaiting();
  registration.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', offerIfWaiting);
  });
  // Another tab accepted the new version. This one keeps the old code.
  workers.addEventListener('controllerchange', () => {
    if (hasWorker) offerNewVersion();
    hasWorker = true;
  });
}

export function checkForNewVersion(): void {
  if (Date.now() - checkedAt < CHECK_INTERVAL_MS) return;
  checkedAt = Date.now();
  // Without a connection the browser asks again at the next visit.
  registration?.update().catch(() => undefined);
}

/** Drafts and the outbox are in the browser's storage. */
export function loadNewVersion(): void {
  const reload = () => location.reload();
  const waiting = registration?.waiting;
  navigator.serviceWorker?.addEventListener('controllerchange', reload, { once: true });
  setTimeout(reload, waiting ? TAKE_OVER_MS : 0);
  waiting?.postMessage('activate');
}
