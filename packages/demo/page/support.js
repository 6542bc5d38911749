/** The widget in the game: what a game does to have player support. */

const widget = document.querySelector('player-support');
if (!widget) throw new Error('no widget');
widget.setAttribute('theme', 'dark');
widget.setAttribute('base-url', location.origin);
Object.assign(widget, {
  context: { appVersion: '1.4.0', buildNumber: '1406', platform: 'Web', deviceModel: 'Browser' },
});
await customElements.whenDefined('player-support');

/** What the page around the game shows: each text that the player writes. */
const { support } = /** @type {HTMLElement & { support: import('@player-support/client').PlayerSupport }} */ (widget);

/** @param {import('@player-support/client').OutboxEntry} entry */
function tell({ id, body, isStored, state }) {
  parent.postMessage({ entry: { id, text: String(body.message), isStored, state } }, location.origin);
}
support.on('outbox', tell);
for (const entry of await support.outbox.entries()) tell(entry);

/** A browser without a network says so. The switch of the demo cuts only the requests. */
let isOnline = true;
Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || typeof data?.isOffline !== 'boolean' || data.isOffline !== isOnline) return;
  isOnline = !data.isOffline;
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
});

export {};
