import { Secret, TOTP } from 'otpauth';
import { groupedCode, newReadableCode, parseReadableCode } from './readable-code.ts';
import { isSealed } from './sealed-text.ts';
import { HOUR, isStillToCome, MINUTE } from './time.ts';
import { hashSecret } from './tokens.ts';

const ISSUER = 'Player Support';
/** RFC 4226, section 4: the length of an HMAC-SHA-1. */
const SECRET_BYTES = 20;
/** How far the phone's clock may be off, in steps of 30 seconds. */
const MAX_DRIFT_STEPS = 1;
const RECOVERY_CODE_COUNT = 10;
/** 130 random bits, so a plain hash is safe to store. */
const RECOVERY_LENGTH = 26;

/** No second factor, and nobody was told anything about one. */
export const NO_FACTOR = {
  totp_secret: null,
  totp_pending: null,
  totp_step: null,
  recovery_codes: '[]',
  wrong_codes: 0,
  last_wrong_code_at: null,
  code_alert_at: null,
} as const;

/** Makes an authenticator app's secret, and the URI for its QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: new TOTP({ issuer: ISSUER, label: email, secret }).toString() };
}

/**
 * Undefined: the code is wrong or was accepted before (`last`: its time step), or the secret is
 * sealed: then only recovery codes work.
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

/** Earlier versions had codes with the letters I, L, O and U. */
function recoveryHashes(code: string): string[] {
  const readable = parseReadableCode(code, RECOVERY_LENGTH);
  const earlier = code.toLowerCase().replace(/[^0-9a-v]/g, '');
  return [...(readable === undefined ? [] : [readable]), earlier].map(hashSecret);
}

/** `stored`: their hashes. */
export function newRecoveryCodes(): { codes: string[]; stored: string } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => newReadableCode(RECOVERY_LENGTH));
  return { codes: codes.map(groupedCode), stored: JSON.stringify(codes.map(hashSecret)) };
}

/** Wrong codes that cost no time. */
export const FREE_CODES = 5;
const FIRST_WAIT_MS = MINUTE;
const MAX_WAIT_MS = HOUR;

/**
 * Returns the wait in milliseconds: a minute after `FREE_CODES` wrong codes, then doubled up to an
 * hour.
 */
export function codeWait(
  { wrong_codes, last_wrong_code_at }: { readonly wrong_codes: number; readonly last_wrong_code_at: number | null },
  now: number,
): number {
  if (wrong_codes < FREE_CODES || last_wrong_code_at === null) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (wrong_codes - FREE_CODES), MAX_WAIT_MS);
  const end = last_wrong_code_at + wait;
  return isStillToCome(end, now, wait) ? end - now : 0;
}

interface SecondFactor {
  readonly totp_secret: string | null;
  readonly totp_step: number | null;
  readonly recovery_codes: string;
}

/** Returns the columns that stop a second use of the code. Undefined: a wrong code. */
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
