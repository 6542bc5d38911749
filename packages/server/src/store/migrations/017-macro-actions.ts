import type { Migration } from './index.ts';

/** Adds texts for other languages to macros, what else they change, and how often they are used. */
export const macroActions: Migration = {
  id: '017-macro-actions',
  statements: () => [
    'ALTER TABLE macro ADD COLUMN texts text',
    'ALTER TABLE macro ADD COLUMN actions text',
    'ALTER TABLE macro ADD COLUMN uses integer NOT NULL DEFAULT 0',
    'ALTER TABLE macro ADD COLUMN last_used_at bigint',
  ],
};
