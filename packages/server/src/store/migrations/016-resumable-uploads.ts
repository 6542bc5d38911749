import type { Migration } from './index.ts';

/**
 * Adds what is known about a file that arrives in parts. Its columns are NULL for a file that came
 * in one request. See docs/decisions/048-attachments.md.
 */
export const resumableUploads: Migration = {
  id: '016-resumable-uploads',
  statements: () => [
    'ALTER TABLE attachment ADD COLUMN upload_length bigint',
    'ALTER TABLE attachment ADD COLUMN upload_offset bigint',
    'ALTER TABLE attachment ADD COLUMN part_numbers text',
    'ALTER TABLE attachment ADD COLUMN next_part_number bigint',
    'CREATE INDEX attachment_with_parts ON attachment (player_id, attachment_id) WHERE next_part_number IS NOT NULL',
  ],
};
