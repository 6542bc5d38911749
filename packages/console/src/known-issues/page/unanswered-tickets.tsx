import { Button, Text } from '@mantine/core';
import type { KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unansweredQuery } from '../../data/queries/issue-page.ts';
import { useText } from '../../i18n/text.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { RowsSkeleton } from '../../ui/rows.tsx';
import { SkippedText } from './skipped-text.tsx';
import { UnansweredList } from './unanswered-list.tsx';

interface Props {
  readonly issueId: string;
  readonly answer: KnownIssueAnswer;
}

export function UnansweredTickets({ issueId, answer }: Props) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...unansweredQuery(issueId, answer.id), enabled: isOpen });
  const tickets = list.data?.pages.flatMap((page) => page.tickets);
  const all = answer.skipped.reduce((sum, { tickets: count }) => sum + count, 0);
  const unknown = all - (tickets?.length ?? 0);
  return (
    <details className="unanswered-details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <SkippedText skipped={answer.skipped} />
      </summary>
      {list.error !== null && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
      {isOpen && list.isPending && list.error === null && <RowsSkeleton count={2} />}
      {tickets !== undefined && <UnansweredList tickets={tickets} />}
      {list.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('answer.unanswered.more')}
        </Button>
      )}
      {tickets !== undefined && !list.hasNextPage && unknown > 0 && (
        <Text size="sm" c="dimmed">
          {t('answer.unanswered.unknown', { count: unknown })}
        </Text>
      )}
    </details>
  );
}
