import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { accountId, ID_PREFIX, playerId } from './ids.ts';
import { isSealed, SecretKeyMissingError } from './sealed-text.ts';

const IDENTITY_BYTES = 16;
const SECRET_BYTES = 32;

export const PLAYER_TOKEN_PREFIX = 'pat_';
export const TEAM_KEY_PREFIX = 'psk_';
export const INVITATION_TOKEN_PREFIX = 'inv_';

/**
 * A token: the prefix, 26 characters of the player's id, 24 random bytes and a tag of 8 bytes, in
 * base64url.
 */
const PLAYER_PART_END = PLAYER_TOKEN_PREFIX.length + 26;
const RANDOM_BYTES = 24;
/** 24 bytes are exactly 32 characters in base64url. */
const TAG_START = PLAYER_PART_END + 32;
const TAG_BYTES = 8;
const PLAYER_TOKEN_LENGTH = TAG_START + 11;

/**
 * A hash that nobody with only a copy of the database can make. Throws SecretKeyMissingError if the
 * salt is sealed: a wrong one would make every player new.
 */
export function saltedHash(identitySalt: string, text: string): Buffer {
  if (isSealed(identitySalt)) throw new SecretKeyMissingError();
  return createHmac('sha256', identitySalt).update(text).digest();
}

/** Derives the player's id, so an installation id is never stored. Throws like `saltedHash`. */
export const playerOfInstallation = (identitySalt: string, installationId: string): string =>
  playerId(saltedHash(identitySalt, installationId).subarray(0, IDENTITY_BYTES));

/**
 * Derives an account's player id from its id in the studio's backend. U+0000 keeps it apart from
 * installation ids, which have none. Throws like `saltedHash`.
 */
export const playerOfAccount = (identitySalt: string, subject: string): string =>
  accountId(saltedHash(identitySalt, `account\0${subject}`).subarray(0, IDENTITY_BYTES));

/** Random, such as a tag key, a salt or the secret of a session. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Makes the tag for a token's part between prefix and tag. */
function tagOf(untagged: string, tagKey: string): string {
  // No HMAC needed: the text has a fixed length, and most of the hash stays secret.
  const whole = hash('sha256', tagKey + untagged, 'buffer');
  return whole.subarray(0, TAG_BYTES).toString('base64url');
}

/** The player's id, so that finding it needs no look-up, and 192 random bits. */
export function newPlayerToken(player: string, tagKey: string): string {
  const playerPart = player.slice(ID_PREFIX.player.length + 1);
  const untagged = playerPart + randomBytes(RANDOM_BYTES).toString('base64url');
  return PLAYER_TOKEN_PREFIX + untagged + tagOf(untagged, tagKey);
}

/**
 * This service issued the token, which can be expired. It cheaply refuses floods of invented
 * tokens.
 */
export function isIssued(token: string, tagKey: string): boolean {
  if (playerOfToken(token) === undefined) return false;
  const untagged = token.slice(PLAYER_TOKEN_PREFIX.length, TAG_START);
  return sameHash(token.slice(TAG_START), tagOf(untagged, tagKey));
}

/** Reads the player's id, not verified. Undefined: the text is no token. */
export function playerOfToken(token: string): string | undefined {
  if (token.length !== PLAYER_TOKEN_LENGTH || !token.startsWith(PLAYER_TOKEN_PREFIX)) return undefined;
  return `${ID_PREFIX.player}_${token.slice(PLAYER_TOKEN_PREFIX.length, PLAYER_PART_END)}`;
}

export const newTeamKey = (): string => TEAM_KEY_PREFIX + newSecret();

export const newPublicKey = (): string => `ppk_${randomBytes(16).toString('base64url')}`;

/** Hashes a secret for the store. Plain SHA-256 is enough for 192 or more random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Compares in constant time. */
export function sameHash(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
