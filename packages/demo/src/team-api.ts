import { setTimeout } from 'node:timers/promises';
import type { Service } from './service.ts';

/** The demo asks again. */
const TIMEOUT_MS = 5000;

/** The team API with one key. Rejects for each failure, also while the server is away. */
export type TeamApi = <T>(method: string, path: string, body?: object, idempotencyKey?: string) => Promise<T>;

export function teamApi(service: Service, key: string): TeamApi {
  return async <T>(method: string, path: string, body?: object, idempotencyKey?: string) => {
    if (service.url === undefined) throw new Error('no server');
    const response = await fetch(`${service.url}/api/v1/team${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
}

/** Runs `work` again and again, `ms` apart, also after a failure. */
export async function repeat(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => {});
    await setTimeout(ms, undefined, { signal }).catch(() => {});
  }
}
