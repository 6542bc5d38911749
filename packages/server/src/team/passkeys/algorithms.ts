/** COSE algorithms (RFC 9053): EdDSA, ES256 and RS256. All devices have one. */
export const ALGORITHMS = [-8, -7, -257];
