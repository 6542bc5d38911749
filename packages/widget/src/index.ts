import { PlayerSupportElement } from './element.ts';

/** Defines `<player-support>`. A page that loads the script twice keeps the first one. */
if (globalThis.customElements && !customElements.get('player-support')) {
  customElements.define('player-support', PlayerSupportElement);
}

export type { PlayerSupportElement };

declare global {
  interface HTMLElementTagNameMap {
    'player-support': PlayerSupportElement;
  }
}
