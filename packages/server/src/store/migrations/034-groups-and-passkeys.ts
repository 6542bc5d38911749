import type { Migration } from './index.ts';

/** Whose groups the provider does not tell. */
export const groupsAndPasskeys: Migration = {
  id: '034-groups-and-passkeys',
  statements: () => ['ALTER TABLE member ADD COLUMN oidc_groups_lost_at bigint'],
};
