interface TrustedTypePolicies {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypePolicies;
  }
  /** Where the libraries that add a style element of their own look for the nonce. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce of this page, which lets a style element be. */
export const styleNonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Lets through what Mantine writes into style elements, which is text without a tag, and nothing else: no string
 * becomes HTML, a script or a script's address (W3C Trusted Types).
 */
export function guardHtml(): void {
  globalThis.__webpack_nonce__ = styleNonce;
  window.trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('HTML from a string is refused.');
      return text;
    },
  });
}
