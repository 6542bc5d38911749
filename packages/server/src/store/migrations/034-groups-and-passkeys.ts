import type { Migration } from './index.ts';

/** Since when a member's groups are unknown, and where a passkey works. */
export const groupsAndPasskeys: Migration = {
  id: '034-groups-and-passkeys',
  statements: () => [
    'ALTER TABLE member ADD COLUMN oidc_groups_unknown_since bigint',
    'ALTER TABLE passkey ADD COLUMN host text',
  ],
};
