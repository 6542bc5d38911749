import { Text, Title } from '@mantine/core';
import type { KnownIssueResponse, ReportedValue } from '@player-support/contract/team/known-issues';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { issueReportsQuery } from '../../data/queries/issue-page.ts';
import { parseQueueSearch } from '../../data/queue/queue-search.ts';
import { useQueueNames } from '../../data/queue/use-queue-names.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { isolated } from '../../ui/isolated.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RowsSkeleton } from '../../ui/rows.tsx';
import { IssueTrend } from './issue-trend.tsx';

/** A known issue is about few values. */
const SHOWN = 6;

/** Most values link to their tickets. */
export function IssueReports({ issue }: { readonly issue: Pick<KnownIssueResponse, 'id' | 'projectId'> }) {
  const { t, language } = useText();
  const issueId = issue.id;
  const { typeLabel } = useQueueNames();
  const { data, error, isPending, refetch } = useQuery(issueReportsQuery(issueId));
  if (data === undefined) {
    return isPending ? <RowsSkeleton count={3} /> : <LoadError error={error} onRetry={() => void refetch()} />;
  }
  const leading = (filter: 'version' | 'platform' | 'type') => (value: string) => (
    <AnchorLink to="/queue" search={parseQueueSearch({ view: 'all', issue: issueId, [filter]: value })} size="sm">
      {isolated(filter === 'type' ? typeLabel(value, issue.projectId) : value)}
    </AnchorLink>
  );
  return (
    <>
      <section>
        <Title order={2} size="h5" mb={4}>
          {t('issue.trend')}
        </Title>
        <IssueTrend days={data.days} />
      </section>
      <Values title={t('issue.reports.builds')} values={data.builds} show={leading('version')} />
      <Values title={t('issue.reports.platforms')} values={data.platforms} show={leading('platform')} />
      <Values title={t('issue.reports.languages')} values={data.locales} show={(one) => localeName(one, language)} />
      <Values title={t('issue.reports.types')} values={data.types} show={leading('type')} />
    </>
  );
}

interface ValuesProps {
  readonly title: string;
  /** Most tickets first. */
  readonly values: readonly ReportedValue[];
  readonly show: (value: string) => ReactNode;
}

function Values({ title, values, show }: ValuesProps) {
  const { t } = useText();
  const most = values[0]?.tickets ?? 0;
  const rest = values.slice(SHOWN).reduce((sum, { tickets }) => sum + tickets, 0);
  if (values.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {title}
      </Title>
      <ul className="issue-values">
        {values.slice(0, SHOWN).map(({ value, tickets }) => (
          <li key={value}>
            <Text size="sm" className="user-text" truncate>
              {value === null ? t('issue.reports.unknown') : show(value)}
            </Text>
            <Text size="sm" c="dimmed">
              {tickets}
            </Text>
            <span aria-hidden style={{ width: `${(100 * tickets) / most}%` }} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          {t('issue.reports.more', { count: rest })}
        </Text>
      )}
    </section>
  );
}
