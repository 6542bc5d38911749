import type { Migration } from './index.ts';

/** Who issued a support code. */
export const authorsOfCodes: Migration = {
  id: '036-authors-of-codes',
  statements: ({ key }) => [`ALTER TABLE support_code ADD COLUMN created_by ${key}`],
};
