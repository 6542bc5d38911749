import type { Migration } from './index.ts';

/** Adds the position up to which the audit log was sent. See docs/decisions/045-audit-webhook.md. */
export const auditWebhook: Migration = {
  id: '011-audit-webhook',
  statements: ({ key }) => [
    `CREATE TABLE audit_stream (
      name ${key} NOT NULL PRIMARY KEY,
      position ${key} NOT NULL,
      batch_id ${key},
      batch_end ${key},
      attempts integer NOT NULL,
      due_at bigint NOT NULL,
      leased_until bigint NOT NULL,
      last_sent_at bigint,
      failing_since bigint,
      last_error text
    )`,
  ],
};
