/** The library is loaded when a passkey is first used, because that takes 0.2 s. */
export const webauthn = () => import('@simplewebauthn/server');
