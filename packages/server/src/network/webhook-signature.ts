import { createHmac } from 'node:crypto';
import { SECOND } from '../domain/time.ts';

const SECRET_PREFIX = 'whsec_';

export const formatSecret = (bytes: Uint8Array) => SECRET_PREFIX + Buffer.from(bytes).toString('base64');

/**
 * Standard Webhooks (https://www.standardwebhooks.com): receivers can check a message and drop
 * doubles. All attempts have the same id.
 */
export function signedHeaders(id: string, body: string, secret: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / SECOND));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
