import { hash } from 'node:crypto';
import { base32 } from '../../domain/ids.ts';

const ID_BYTES = 15;

/** Public. Reveals nothing about the session's secret. */
export function sessionId(sessionHash: string): string {
  return `ses_${base32(hash('sha256', sessionHash, 'buffer').subarray(0, ID_BYTES))}`;
}
