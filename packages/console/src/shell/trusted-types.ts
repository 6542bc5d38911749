import { WORKER_URL } from '../lib/console-version.ts';

type Rule = (text: string) => string;
interface TrustedTypePolicies {
  createPolicy(name: string, rules: { readonly createHTML: Rule; readonly createScriptURL: Rule }): unknown;
}
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypePolicies;
  }
  /** Libraries that add a style element take the nonce from here. */
  var __webpack_nonce__: string | undefined;
}

/** Required of style elements by the content security policy. */
export const styleNonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Allows Mantine's styles, which have no tags, and the service worker's URL. Refuses any other
 * string as HTML or script (W3C Trusted Types).
 */
export function guardHtml(): void {
  globalThis.__webpack_nonce__ = styleNonce;
  window.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('HTML from a string is refused.');
      return text;
    },
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError('The URL of a script from a string is refused.');
      return url;
    },
  });
}
