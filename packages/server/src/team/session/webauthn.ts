/** Loaded at a passkey's first use: it takes 0.2 s. */
export const webauthn = () => import('@simplewebauthn/server');
