import { ISSUE_TREND_DAYS, MAX_REPORT_VALUES } from '@player-support/contract/limits';
import { KnownIssueReports } from '@player-support/contract/team/known-issues';
import { languageOf } from '../../domain/localized-texts.ts';
import { DAY, iso } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { REPORTS_PER_STATUS } from '../../store/issue-reports.ts';
import { findKnownIssue } from './find-known-issue.ts';

export const getKnownIssueReports = operation({
  id: 'GetKnownIssueReports',
  tag: 'Known issues',
  summary: 'Get what the tickets of a known issue have in common',
  description: `The builds, platforms, languages and types of the newest ${REPORTS_PER_STATUS} linked tickets of each status, as they were when the tickets were created. And how many linked tickets were created on each of the last ${ISSUE_TREND_DAYS} days.`,
  method: 'GET',
  url: '/api/v1/team/known-issues/:knownIssueId/reports',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads'],
  success: { status: 200, schema: KnownIssueReports },

  async handle({ caller, params, now }, { store, expensiveReads }) {
    const { known_issue_id: id } = await findKnownIssue(store, caller, params.knownIssueId);
    return expensiveReads.run(caller, async () => {
      const facts = await store.issueReports.facts(id);
      const today = Math.floor(now / DAY);
      const first = today - ISSUE_TREND_DAYS + 1;
      const ticketsOn = await store.issueReports.days(id, first * DAY);
      const days = Array.from({ length: ISSUE_TREND_DAYS }, (_, index) => {
        return { day: iso((first + index) * DAY).slice(0, 10), tickets: ticketsOn(first + index) };
      });
      const values = {
        builds: mostOf(facts, ({ appVersion }) => appVersion),
        platforms: mostOf(facts, ({ platform }) => platform),
        locales: mostOf(facts, ({ locale }) => languageOf(locale)),
        types: mostOf(facts, ({ type }) => type),
      };
      return { status: 200, body: { ...values, days } } as const;
    });
  },
});

/** Tickets by value, most first. */
function mostOf<Row extends { readonly count: number }>(rows: readonly Row[], value: (row: Row) => string | null) {
  const sumOf = (own: readonly Row[]) => own.reduce((sum, { count }) => sum + count, 0);
  return Array.from(
    Map.groupBy(rows, (row) => value(row) || null),
    ([one, own]) => ({ value: one, tickets: sumOf(own) }),
  )
    .sort((a, b) => b.tickets - a.tickets)
    .slice(0, MAX_REPORT_VALUES);
}
