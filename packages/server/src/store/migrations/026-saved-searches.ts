import type { Migration } from './index.ts';

/** Adds the words of saved searches. See docs/decisions/056-saved-views.md. */
export const savedSearches: Migration = {
  id: '026-saved-searches',
  statements: () => ['ALTER TABLE saved_view ADD COLUMN query text'],
};
