import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { base32 } from './ids.ts';
import { hashSecret } from './tokens.ts';

const ISSUER = 'Player Support';
/** RFC 4226, section 4: the length of an HMAC-SHA-1. */
const SECRET_BYTES = 20;
/** The phone's clock may be wrong by this many time steps of 30 seconds. */
const MAX_DRIFT_STEPS = 1;
const RECOVERY_CODE_COUNT = 10;
/** A code has 80 random bits, so a plain hash of it is safe to store. */
const RECOVERY_BYTES = 10;

/** A new secret for an authenticator app, and the URI for its QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: new TOTP({ issuer: ISSUER, label: email, secret }).toString() };
}

/**
 * The time step of a code. Undefined for a wrong code, and for one that was already accepted.
 *
 * @param last the time step of the last accepted code
 */
export function totpStep(secret: string, code: string, last: number | null, now: number): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp: now, window: MAX_DRIFT_STEPS });
  if (delta === null) return undefined;
  const step = TOTP.counter({ timestamp: now }) + delta;
  return last === null || step > last ? step : undefined;
}

const normalizeCode = (code: string) => code.toLowerCase().replace(/[^0-9a-v]/g, '');

/** New recovery codes, and their hashes for storage. */
export function newRecoveryCodes(): { codes: string[]; stored: string } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    base32(randomBytes(RECOVERY_BYTES)).replace(/(.{4})(?=.)/g, '$1-'),
  );
  return { codes, stored: JSON.stringify(codes.map((code) => hashSecret(normalizeCode(code)))) };
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
  const used = hashSecret(normalizeCode(code));
  if (!hashes.includes(used)) return undefined;
  return { recovery_codes: JSON.stringify(hashes.filter((hash) => hash !== used)) };
}
