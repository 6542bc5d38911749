import { initial } from './001-initial.ts';
import { creatorsAndLimits } from './002-creators-and-limits.ts';
import { noticeTexts } from './003-notice-texts.ts';
import { responseTargets } from './004-response-targets.ts';
import { notifications } from './005-notifications.ts';
import { mergedTickets } from './006-merged-tickets.ts';
import { browsersAndCodes } from './007-browsers-and-codes.ts';
import { auditOrigin } from './008-audit-origin.ts';
import { singleSignOn } from './009-single-sign-on.ts';
import { heldTickets } from './010-held-tickets.ts';
import { auditWebhook } from './011-audit-webhook.ts';
import { playerData } from './012-player-data.ts';
import { verifiedIdentity } from './013-verified-identity.ts';
import { attachments } from './014-attachments.ts';
import { forms } from './015-forms.ts';
import { resumableUploads } from './016-resumable-uploads.ts';
import { macroActions } from './017-macro-actions.ts';
import { knownIssues } from './018-known-issues.ts';
import { search } from './019-search.ts';
import { snoozedTickets } from './020-snoozed-tickets.ts';
import { fixedForYou } from './021-fixed-for-you.ts';
import { radar } from './022-radar.ts';
import { announcementAudiences } from './023-announcement-audiences.ts';
import { savedViews } from './024-saved-views.ts';
import { mentions } from './025-mentions.ts';
import { savedSearches } from './026-saved-searches.ts';
import { announcementKeys } from './027-announcement-keys.ts';
import { announcementAuthors } from './028-announcement-authors.ts';
import { answerLanguages } from './029-answer-languages.ts';
import { taggedTickets } from './030-tagged-tickets.ts';
import { radarOrder } from './031-radar-order.ts';

/** The differences between the engines in migrations and copies. */
export interface Dialect {
  /** Storage options of tables of player data, whose rows change often. */
  readonly storage: string;
  /** The type of text columns that are compared or sorted. They sort by bytes, in any locale. */
  readonly key: string;
  /** Whether an index can have any text or expression, and be read without the rows. */
  readonly hasWideIndexes: boolean;
  /** What only this engine has of the index of the search. It never changes after a release. */
  readonly searchSchema: readonly string[];
  /** The type of a key that counts up. */
  readonly searchTaskId: string;
  /**
   * SQL that blocks other migrations of this database until the end of the transaction. Undefined
   * if the engine does not need it.
   */
  readonly lockMigrations?: string;
  /**
   * SQL that blocks other writers of these tables until the end of the transaction. Undefined if
   * the engine does not need it.
   */
  lockOutWriters?(tables: readonly string[]): string;
}

export interface Migration {
  /** Its number and name. It never changes after a release. */
  readonly id: string;
  statements(dialect: Dialect): readonly string[];
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  initial,
  creatorsAndLimits,
  noticeTexts,
  responseTargets,
  notifications,
  mergedTickets,
  browsersAndCodes,
  auditOrigin,
  singleSignOn,
  heldTickets,
  auditWebhook,
  playerData,
  verifiedIdentity,
  attachments,
  forms,
  resumableUploads,
  macroActions,
  knownIssues,
  search,
  snoozedTickets,
  fixedForYou,
  radar,
  announcementAudiences,
  savedViews,
  mentions,
  savedSearches,
  announcementKeys,
  announcementAuthors,
  answerLanguages,
  taggedTickets,
  radarOrder,
];
