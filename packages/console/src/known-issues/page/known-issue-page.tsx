import { Button, Group, Stack, Text } from '@mantine/core';
import { isBuild } from '@player-support/contract/builds';
import type { KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import { IconMessages, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { knownIssueQuery, knownIssuesQuery } from '../../data/queries/known-issues.ts';
import { parseQueueSearch } from '../../data/queue/queue-search.ts';
import { useHasRole } from '../../data/session/session.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { IssueCounts } from '../../parts/known-issues/issue-counts.tsx';
import { IssueDialog } from '../../parts/known-issues/issue-dialog.tsx';
import { IssueState } from '../../parts/known-issues/issue-state.tsx';
import { useCommands } from '../../ui/commands.ts';
import { ConfirmAction } from '../../ui/confirm-dialog.tsx';
import { isolated } from '../../ui/isolated.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { RouteError } from '../../ui/route-error.tsx';
import { RemoveButton } from '../../ui/rows.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { TrackerLinkList } from '../tracker-link-list.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { AnswerList } from './answer-list.tsx';
import { IssueReports } from './issue-reports.tsx';
import { IssueTickets } from './issue-tickets.tsx';
import { SuggestedTickets } from './suggested-tickets.tsx';
import './known-issue.css';
import '../../ui/side-page.css';

export function KnownIssuePage() {
  const { t, language } = useText();
  const { knownIssueId } = useParams({ from: '/shell/known-issues/$knownIssueId' });
  const navigate = useNavigate();
  const canWrite = useHasRole('agent');
  const isAdmin = useHasRole('admin');
  const { data: issue, error, refetch } = useQuery(knownIssueQuery(knownIssueId));
  const [open, setOpen] = useState<'edit' | 'answer' | 'delete'>();
  const [sentId, setSentId] = useState<string>();
  const [undone, setUndone] = useState<KnownIssueAnswer>();
  const isOpenAnswer = issue?.answers.some(({ state }) => state === 'waiting' || state === 'sending') ?? false;
  const canAnswer = canWrite && issue !== undefined && issue.tickets > 0 && !isOpenAnswer;
  const search = parseQueueSearch({ view: 'all', issue: knownIssueId });
  const keys = [
    ...(canWrite ? [{ keys: 'E', label: t('issues.edit'), run: () => setOpen('edit') }] : []),
    ...(canAnswer ? [{ keys: 'R', label: t('answer.action'), run: () => setOpen('answer') }] : []),
    { keys: 'O', label: t('issue.show-tickets'), run: () => void navigate({ to: '/queue', search }) },
    { keys: 'U', label: t('issue.back'), run: () => void navigate({ to: '/known-issues' }) },
  ];
  useShortcuts(keys);
  useCommands(keys.map((shortcut) => ({ id: `issue:${shortcut.keys}`, ...shortcut })));
  if (issue === undefined) {
    if (error === null) return <PageSkeleton />;
    return (
      <Page title={t('nav.known-issues')}>
        <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
      </Page>
    );
  }
  const fixedText = (build: string) =>
    isBuild(build) ? build : `${isolated(build)} · ${t('issue.fixed-in-build.not-asked')}`;
  const facts = [
    ...(issue.builds.length === 0 ? [] : [[t('issue.builds'), issue.builds.map(isolated).join(', ')]]),
    ...(issue.platforms.length === 0 ? [] : [[t('issue.platforms'), issue.platforms.map(isolated).join(', ')]]),
    ...(issue.fixedInBuild === null ? [] : [[t('issue.fixed-in-build'), fixedText(issue.fixedInBuild)]]),
    ...(issue.description === '' ? [] : [[t('issue.description'), issue.description]]),
    ...Object.entries(issue.notes).map(([locale, text]) => [
      t('issue.note.in', { language: localeName(locale, language) }),
      text,
    ]),
  ] as const;
  return (
    <Page
      title={issue.title}
      actions={
        canWrite && (
          <Group gap="xs">
            <Button
              onClick={() => setOpen('answer')}
              disabled={!canAnswer}
              title="R"
              leftSection={<IconMessages size={16} aria-hidden />}
            >
              {t('answer.action')}
            </Button>
            <Button
              variant="default"
              onClick={() => setOpen('edit')}
              title="E"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('action.edit')}
            </Button>
            {isAdmin && issue.tickets === 0 && (
              <RemoveButton
                onClick={() => setOpen('delete')}
                aria-label={t('issues.delete.one', { name: issue.title })}
              >
                {t('action.delete')}
              </RemoveButton>
            )}
          </Group>
        )
      }
    >
      <div className="side-page">
        <Stack gap="lg">
          <Group gap="xs">
            <IssueState state={issue.state} />
            <Text>{t('issue.tickets', { count: issue.tickets })}</Text>
            {issue.tickets > 0 && (
              <AnchorLink to="/queue" search={search}>
                {t('issue.show-tickets')}
              </AnchorLink>
            )}
          </Group>
          <IssueCounts issue={issue} />
          {facts.length > 0 && (
            <dl style={{ margin: 0 }}>
              {facts.map(([name, value]) => (
                <div key={name} style={{ marginBottom: '0.75rem' }}>
                  <Text component="dt" size="sm" c="dimmed">
                    {name}
                  </Text>
                  <Text component="dd" m={0} className="user-text" dir="auto">
                    {value}
                  </Text>
                </div>
              ))}
            </dl>
          )}
          {issue.links.length > 0 && <TrackerLinkList links={issue.links} />}
          <AnswerList
            issueId={issue.id}
            answers={issue.answers}
            canCancel={canWrite}
            sentId={sentId}
            onUndone={(answer) => {
              setUndone(answer);
              setOpen('answer');
            }}
          />
          <IssueTickets issue={issue} />
          <SuggestedTickets issue={issue} canLink={canWrite} />
        </Stack>
        <aside aria-label={t('issue.reports')}>{issue.tickets > 0 && <IssueReports issue={issue} />}</aside>
      </div>
      {open === 'edit' && <IssueDialog issue={issue} onClose={() => setOpen(undefined)} />}
      {open === 'answer' && (
        <AnswerDialog
          issue={issue}
          draft={undone}
          onSent={setSentId}
          onClose={() => {
            setOpen(undefined);
            setUndone(undefined);
          }}
        />
      )}
      {open === 'delete' && (
        <ConfirmAction
          title={t('issues.delete.ask')}
          text={t('issues.delete.text', { name: issue.title })}
          action={t('action.delete')}
          run={async () => {
            await api.delete('/known-issues/{knownIssueId}', { path: { knownIssueId } });
            await navigate({ to: '/known-issues' });
          }}
          stale={[knownIssuesQuery]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  );
}
