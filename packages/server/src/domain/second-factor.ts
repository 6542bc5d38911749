import { Secret, TOTP } from 'otpauth';
import { groupedCode, newReadableCode, parseReadableCode } from './readable-code.ts';
import { isSealed } from './sealed-text.ts';
import { HOUR, MINUTE } from './time.ts';
import { hashSecret } from './tokens.ts';

const ISSUER = 'Player Support';
/** RFC 4226, section 4: the length of an HMAC-SHA-1. */
const SECRET_BYTES = 20;
/** The phone's clock may be wrong by this many time steps of 30 seconds. */
const MAX_DRIFT_STEPS = 1;
const RECOVERY_CODE_COUNT = 10;
/** A code has 130 random bits, so a plain hash of it is safe to store. */
const RECOVERY_LENGTH = 26;

/** The columns of a member without a second factor, about which nobody was told anything. */
export const NO_FACTOR = {
  totp_secret: null,
  totp_pending: null,
  totp_step: null,
  recovery_codes: '[]',
  wrong_codes: 0,
  last_wrong_code_at: null,
  code_alert_at: null,
} as const;

/** A new secret for an authenticator app, and the URI for its QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: new TOTP({ issuer: ISSUER, label: email, secret }).toString() };
}

/**
 * The time step of a code. Undefined for a wrong code, for one that was already accepted, and if
 * the secret is sealed: without the secret key, only recovery codes work.
 *
 * @param last the time step of the last accepted code
 */
export function totpStep(secret: string, code: string, last: number | null, now: number): number | undefined {
  if (isSealed(secret)) return undefined;
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp: now, window: MAX_DRIFT_STEPS });
  if (delta === null) return undefined;
  const step = TOTP.counter({ timestamp: now }) + delta;
  return last === null || step > last ? step : undefined;
}

/** What is hashed of a typed code. Earlier versions had codes with the letters I, L, O and U. */
function recoveryHashes(code: string): string[] {
  const readable = parseReadableCode(code, RECOVERY_LENGTH);
  const earlier = code.toLowerCase().replace(/[^0-9a-v]/g, '');
  return [...(readable === undefined ? [] : [readable]), earlier].map(hashSecret);
}

/** New recovery codes, and their hashes for storage. */
export function newRecoveryCodes(): { codes: string[]; stored: string } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => newReadableCode(RECOVERY_LENGTH));
  return { codes: codes.map(groupedCode), stored: JSON.stringify(codes.map(hashSecret)) };
}

/** Wrong codes that cost no time. */
export const FREE_CODES = 5;
const FIRST_WAIT_MS = MINUTE;
const MAX_WAIT_MS = HOUR;

/**
 * How long a member must wait before the next code is checked, in milliseconds. After `FREE_CODES`
 * wrong ones it is a minute, then twice as long each time, up to an hour. So somebody who knows the
 * password has 24 guesses a day among a million codes, of which three are right.
 */
export function codeWait(
  { wrong_codes, last_wrong_code_at }: { readonly wrong_codes: number; readonly last_wrong_code_at: number | null },
  now: number,
): number {
  if (wrong_codes < FREE_CODES || last_wrong_code_at === null) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (wrong_codes - FREE_CODES), MAX_WAIT_MS);
  return Math.max(0, last_wrong_code_at + wait - now);
}

/** The columns of a member that hold its second factor. */
interface SecondFactor {
  readonly totp_secret: string | null;
  readonly totp_step: number | null;
  readonly recovery_codes: string;
}

/**
 * Checks a code of a member with a second factor. Returns the columns to store, so that the code is
 * not accepted again. Undefined for a wrong code.
 */
export function consumeCode(
  member: SecondFactor,
  code: string,
  now: number,
): Partial<Pick<SecondFactor, 'totp_step' | 'recovery_codes'>> | undefined {
  const step = totpStep(member.totp_secret ?? '', code, member.totp_step, now);
  if (step !== undefined) return { totp_step: step };
  const hashes = JSON.parse(member.recovery_codes) as string[];
  const used = recoveryHashes(code).find((hash) => hashes.includes(hash));
  if (used === undefined) return undefined;
  return { recovery_codes: JSON.stringify(hashes.filter((hash) => hash !== used)) };
}
