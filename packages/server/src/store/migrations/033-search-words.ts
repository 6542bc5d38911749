import type { Migration } from './index.ts';

/** Marks messages whose words an older program found: a job finds them again, the newest first. */
export const searchWords: Migration = {
  id: '033-search-words',
  statements: ({ searchMerging }) => [
    'ALTER TABLE search_entry ADD COLUMN words_version integer',
    'CREATE INDEX search_entry_outdated ON search_entry (doc_id) WHERE words_version IS NULL',
    'CREATE INDEX search_task_player ON search_task (player_id, task_id)',
    ...searchMerging,
  ],
};
