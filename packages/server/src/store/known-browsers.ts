import type { Executor } from './database.ts';
import { deleteOldest, deleteRows, expiringRows, saveRow } from './plain-statements.ts';
import { statement } from './statement.ts';
import { type KnownBrowserRow, knownBrowserTable } from './tables.ts';

const remember = saveRow(knownBrowserTable);

const isKnown = statement<{ browser: string; email: string; now: number }>()((db, { browser, email, now }) =>
  db
    .selectFrom('known_browser')
    .innerJoin('member', 'member.member_id', 'known_browser.member_id')
    .select('known_browser.member_id')
    .where('known_browser.browser_hash', '=', browser)
    .where('known_browser.expires_at', '>', now)
    .where('member.email', '=', email),
);

const forget = deleteRows(knownBrowserTable, 'member_id', 'browser_hash');

const forgetOthers = statement<{ memberId: string; browser: string }>()((db, { memberId, browser }) =>
  db.deleteFrom('known_browser').where('member_id', '=', memberId).where('browser_hash', '<>', browser),
);

const forgetOldest = deleteOldest(knownBrowserTable, 'member_id', 'browser_hash', 'expires_at');

const expiring = expiringRows(knownBrowserTable, 'expires_at');

export const knownBrowsers = (db: Executor) => ({
  remember: (row: KnownBrowserRow) => db.run(remember, row),
  /** `email` in lower case. */
  isKnown: async (browser: string, email: string, now: number) =>
    (await db.one(isKnown, { browser, email, now })) !== undefined,
  forget: (memberId: string, browser: string) => db.run(forget, { member_id: memberId, browser_hash: browser }),
  forgetOthers: (memberId: string, browser: string) => db.run(forgetOthers, { memberId, browser }),
  /** Keeps the newest `keep`. */
  forgetOldest: (memberId: string, keep: number) => db.run(forgetOldest, { ownerId: memberId, keep }),
  ...expiring(db),
});
