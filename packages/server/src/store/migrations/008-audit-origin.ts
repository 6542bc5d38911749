import type { Migration } from './index.ts';

/**
 * Where the requests of audit entries came from, and how many refused requests an entry stands for.
 * All columns are NULL in older entries, so this changes no row.
 */
export const auditOrigin: Migration = {
  id: '008-audit-origin',
  statements: () => [
    'ALTER TABLE audit_entry ADD COLUMN address text',
    'ALTER TABLE audit_entry ADD COLUMN request_id text',
    'ALTER TABLE audit_entry ADD COLUMN occurrences integer',
  ],
};
