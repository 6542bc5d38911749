import { PlayerSupportElement } from './element.ts';

/** If a page loads the script twice, the first one stays. */
if (globalThis.customElements && !customElements.get('player-support')) {
  customElements.define('player-support', PlayerSupportElement);
}

export type { PlayerSupportElement };

declare global {
  interface HTMLElementTagNameMap {
    'player-support': PlayerSupportElement;
  }
}
