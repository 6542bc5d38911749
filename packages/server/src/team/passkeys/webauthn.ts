/** The library is loaded when a passkey is first used: with it, a start takes a sixth longer. */
export const webauthn = () => import('@simplewebauthn/server');
