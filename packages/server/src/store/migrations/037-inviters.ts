import type { Migration } from './index.ts';

/** Which admin invited a member, for limits. */
export const inviters: Migration = {
  id: '037-inviters',
  statements: ({ key }) => ['invitation', 'member'].map((table) => `ALTER TABLE ${table} ADD COLUMN inviter_id ${key}`),
};
