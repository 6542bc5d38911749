import { Badge, Button, EmptyState, Group, Select, Text, TextInput } from '@mantine/core';
import { KNOWN_ISSUE_STATES, type KnownIssueState } from '@player-support/contract/enums';
import { IconBug, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { findIssues } from '../data/find-issues.ts';
import { knownIssuesQuery } from '../data/queries/known-issues.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { useSubscribersText } from '../parts/known-issues/issue-counts.tsx';
import { IssueDialog } from '../parts/known-issues/issue-dialog.tsx';
import { IssueState } from '../parts/known-issues/issue-state.tsx';
import { useCommands } from '../ui/commands.ts';
import { AnchorLink } from '../ui/link.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';

type Shown = KnownIssueState | 'unclosed' | 'all';

export function KnownIssuesPage() {
  const { t } = useText();
  const subscribersText = useSubscribersText();
  const canWrite = useHasRole('agent');
  const navigate = useNavigate();
  const issues = useQuery(knownIssuesQuery);
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState<Shown>('unclosed');
  const [search, setSearch] = useState('');
  const searchField = useRef<HTMLInputElement>(null);
  const ofState = issues.data?.filter(
    ({ state }) => shown === 'all' || (shown === 'unclosed' ? state !== 'closed' : state === shown),
  );
  const list = ofState && findIssues(ofState, search);
  const matchesElsewhere = list?.length === 0 && findIssues(issues.data ?? [], search).length > 0;
  const keys = canWrite ? [{ keys: 'C', label: t('issues.create'), run: () => setCreating(true) }] : [];
  useShortcuts(keys);
  useCommands(keys.map((shortcut) => ({ id: `issues:${shortcut.keys}`, ...shortcut })));
  const create = canWrite && (
    <Button onClick={() => setCreating(true)} leftSection={<IconPlus size={16} aria-hidden />} title="C">
      {t('issues.create')}
    </Button>
  );
  const hasAny = issues.data !== undefined && issues.data.length > 0;
  return (
    <Page title={t('nav.known-issues')} actions={hasAny && create}>
      {hasAny && (
        <Group mb="md">
          <TextInput
            ref={searchField}
            type="search"
            label={t('issues.search')}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            flex="1 1 16rem"
            maw="28rem"
          />
          <Select
            label={t('issue.state')}
            data={[
              { value: 'unclosed', label: t('issues.unclosed') },
              ...KNOWN_ISSUE_STATES.map((state) => ({ value: state, label: t(`issue.state.${state}`) })),
              { value: 'all', label: t('issues.all') },
            ]}
            value={shown}
            // The cast: these are the values of its options.
            onChange={(value) => value !== null && setShown(value as Shown)}
            allowDeselect={false}
            w="16rem"
          />
        </Group>
      )}
      <LoadedList
        query={issues}
        list={list}
        empty={
          <EmptyState
            icon={<IconBug aria-hidden />}
            title={t(hasAny ? 'issues.none' : 'issues.empty.title')}
            description={matchesElsewhere ? t('issues.elsewhere') : hasAny ? undefined : t('issues.empty.text')}
          >
            {!hasAny && create}
            {matchesElsewhere && (
              <Button
                variant="default"
                onClick={() => {
                  setShown('all');
                  // The button disappears.
                  searchField.current?.focus();
                }}
              >
                {t('issues.elsewhere.show')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <Rows label={t('nav.known-issues')}>
          {list?.map((issue) => (
            <Row key={issue.id}>
              <Group gap="xs">
                <AnchorLink
                  to="/known-issues/$knownIssueId"
                  params={{ knownIssueId: issue.id }}
                  fw={600}
                  className="user-text"
                  dir="auto"
                >
                  {issue.title}
                </AnchorLink>
                <IssueState state={issue.state} />
                <Badge variant="default">
                  {projects.find(({ id }) => id === issue.projectId)?.name ?? issue.projectId}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                {[
                  t('issue.tickets', { count: issue.tickets }),
                  ...(issue.subscribers > 0 ? [subscribersText(issue.subscribers)] : []),
                  ...(issue.fixedInBuild === null ? [] : [t('issue.fixed-in', { build: issue.fixedInBuild })]),
                ].join(' · ')}
              </Text>
            </Row>
          ))}
        </Rows>
      </LoadedList>
      {creating && (
        <IssueDialog
          issue={undefined}
          onClose={() => setCreating(false)}
          onSaved={({ id }) =>
            // The dialog still counts as unsaved.
            void navigate({ to: '/known-issues/$knownIssueId', params: { knownIssueId: id }, ignoreBlocker: true })
          }
        />
      )}
    </Page>
  );
}
