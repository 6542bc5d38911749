import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { newId } from '../../src/domain/ids.ts';
import { MINUTE } from '../../src/domain/time.ts';
import type { Store } from '../../src/store/store.ts';
import { type AuditWebhook, createAuditWebhook } from '../../src/team/audit/audit-webhook.ts';
import { anAuditEntry, linesOf } from './audit-entries.ts';
import { team } from './builders.ts';
import type { Api } from './call.ts';
import type { TestServer } from './harness.ts';
import type { Received, Receiver } from './notifications.ts';

export const AUDIT_SECRET = `whsec_${Buffer.alloc(32, 'audit').toString('base64')}`;

/** Returns settings that send a server's audit log to a receiver. */
export const sendsTo = ({ url }: Pick<Receiver, 'url'>) => ({
  AUDIT_WEBHOOK_URL: url,
  AUDIT_WEBHOOK_SECRET: AUDIT_SECRET,
});

export interface AuditNode {
  readonly webhook: AuditWebhook;
  readonly log: string[];
  /** Resolves on success and failure. */
  send(): Promise<void>;
}

/** Makes a node that sends a server's audit log. Its clock can be ahead by some milliseconds. */
export async function anAuditNode(
  { store, clock }: TestServer,
  receiver: Pick<Receiver, 'url'>,
  parts: { readonly auditStreams?: Partial<Store['auditStreams']>; readonly clockAhead?: number } = {},
): Promise<AuditNode> {
  const log: string[] = [];
  const webhook = createAuditWebhook({
    store: { audit: store.audit, auditStreams: { ...store.auditStreams, ...parts.auditStreams } },
    config: readConfig(sendsTo(receiver)),
    clock: () => clock.now + (parts.clockAhead ?? 0),
    logger: pino({ base: null }, { write: (line: string) => void log.push(line) }),
  });
  assert.ok(webhook !== undefined);
  const send = async () => {
    webhook.round();
    await webhook.idle(MINUTE);
  };
  // A new position begins now.
  await send();
  return { webhook, log, send };
}

/** Adds one each millisecond. Returns their targets. */
export async function addEntries(
  { store, clock }: Pick<TestServer, 'store' | 'clock'>,
  count: number,
  details = '{}',
): Promise<string[]> {
  const targets: string[] = [];
  await store.transaction(async ({ audit }) => {
    for (let index = 0; index < count; index++) {
      clock.advance(1);
      const target = newId('macro', clock.now);
      targets.push(target);
      await audit.add(anAuditEntry(clock.now, { action: 'CreateMacro', target, details }));
    }
  });
  return targets;
}

type Entry = Record<string, unknown> & { readonly id: string; readonly target: string | null };

export const entriesOf = (requests: readonly Received[]): Entry[] => requests.flatMap(({ body }) => body.data.entries);

export const targetsOf = (requests: readonly Received[]) => entriesOf(requests).map(({ target }) => target);

export const idsOf = (requests: readonly Received[]) => requests.map(({ headers }) => headers['webhook-id']);

export async function exportedEntries(server: Api): Promise<Entry[]> {
  const { text } = await team(server, 'GET', '/audit/export');
  return linesOf(text);
}

/** Asserts that a request is signed as Standard Webhooks demand. */
export function assertSigned({ headers, text }: Received, secret: string): void {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
  assert.equal(signature, `v1,${mac}`);
}
