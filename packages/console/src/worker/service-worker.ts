import { respond } from './respond.ts';
import { activate, install } from './versions.ts';

/** The types exclude those of a page. */
interface Lifecycle extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: Lifecycle) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void;
}
// The cast: the types of a page do not know the scope of a service worker.
const scope = globalThis as unknown as Scope;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event) => {
  const response = respond(event.request);
  if (response !== undefined) event.respondWith(response);
});
// A new version waits until the member accepts it, or no page uses the old one.
scope.addEventListener('message', ({ data }) => {
  if (data === 'activate') void scope.skipWaiting();
});
