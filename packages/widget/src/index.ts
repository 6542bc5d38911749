import { PlayerSupportElement } from './element.ts';

/** Otherwise the browser is too old. The game sees that there is no such element. */
const canRun = () =>
  'adoptedStyleSheets' in Document.prototype && 'timeout' in AbortSignal && 'findLast' in Array.prototype;

/** If a page loads the script twice, the first one stays. */
if (globalThis.customElements && !customElements.get('player-support') && canRun()) {
  customElements.define('player-support', PlayerSupportElement);
}

export type { PlayerSupportElement };

declare global {
  interface HTMLElementTagNameMap {
    'player-support': PlayerSupportElement;
  }
}
