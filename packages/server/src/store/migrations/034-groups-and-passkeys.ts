import type { Migration } from './index.ts';

/** Whose groups the provider does not tell, and where a passkey works. */
export const groupsAndPasskeys: Migration = {
  id: '034-groups-and-passkeys',
  statements: () => [
    'ALTER TABLE member ADD COLUMN oidc_groups_lost_at bigint',
    'ALTER TABLE passkey ADD COLUMN host text',
  ],
};
