import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { playerId } from './ids.ts';

const IDENTITY_BYTES = 16;
const SECRET_BYTES = 32;

/** 64 characters of base64url are exactly 48 bytes: 16 of the player's identity, 32 random ones. */
const PLAYER_TOKEN = /^pat_[A-Za-z0-9_-]{64}$/;

export const PLAYER_TOKEN_PREFIX = 'pat_';
export const TEAM_KEY_PREFIX = 'psk_';

/** What a player is known by: derived, so that the installation id itself is never stored. */
export function playerIdentity(identitySalt: string, installationId: string): Buffer {
  return createHmac('sha256', identitySalt).update(installationId).digest().subarray(0, IDENTITY_BYTES);
}

/** A new player access token: carries the player's identity and 256 random bits. */
export function newPlayerToken(identity: Uint8Array): string {
  return PLAYER_TOKEN_PREFIX + Buffer.concat([identity, randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** The player that a token names; undefined for what is no player token. It proves nothing until the hash is compared. */
export function playerOfToken(token: string): string | undefined {
  if (!PLAYER_TOKEN.test(token)) return undefined;
  const identity = Buffer.from(token.slice(PLAYER_TOKEN_PREFIX.length, PLAYER_TOKEN_PREFIX.length + 22), 'base64url');
  return playerId(identity.subarray(0, IDENTITY_BYTES));
}

export function newTeamKey(): string {
  return TEAM_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
}

export function newPublicKey(): string {
  return `ppk_${randomBytes(16).toString('base64url')}`;
}

export function newIdentitySalt(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a token or key. A plain SHA-256 is enough, as what it hides has 256 random bits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares two hashes in constant time. */
export function sameHash(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
