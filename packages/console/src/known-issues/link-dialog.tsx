import { Button, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconLinkOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { findIssues } from './find-issues.ts';
import { IssueDialog, type Proposal } from './issue-dialog.tsx';
import { IssueState } from './issue-state.tsx';
import { knownIssuesQuery } from './queries.ts';

const MAX_SHOWN = 50;

interface Props {
  /** The number of tickets to link. */
  readonly count: number;
  /** The projects of the tickets. A known issue belongs to one project. */
  readonly projectIds: readonly string[];
  /** What a new known issue for them begins with. */
  readonly proposal?: Proposal | undefined;
  /** Whether one of the tickets is linked. */
  readonly isLinked: boolean;
  readonly onPick: (knownIssueId: string | null) => void;
  readonly onClose: () => void;
}

/**
 * Chooses the known issue of tickets, or creates one for them. Enter takes the first one. If none
 * has the words of the search, Enter begins a new one with them.
 */
export function LinkDialog({ count, projectIds, proposal, isLinked, onPick, onClose }: Props) {
  const { t } = useText();
  const issues = useQuery(knownIssuesQuery);
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  const [projectId, ...others] = projectIds;
  const linkable = issues.data?.filter((issue) => issue.projectId === projectId && issue.state !== 'closed');
  const list = linkable && findIssues(linkable, search).slice(0, MAX_SHOWN);
  const words = search.trim();
  const begun = proposal ?? (words === '' ? undefined : { key: 'link', title: words, builds: [], platforms: [] });
  const pick = (knownIssueId: string | null) => {
    onClose();
    onPick(knownIssueId);
  };
  if (creating && projectId !== undefined) {
    return (
      <IssueDialog
        issue={undefined}
        projectId={projectId}
        {...(begun && { proposal: begun })}
        onClose={onClose}
        onSaved={({ id }) => onPick(id)}
      />
    );
  }
  const first = list?.[0];
  return (
    <Dialog title={t('issue.link.title', { count })} onClose={onClose}>
      {others.length > 0 || projectId === undefined ? (
        <Text>{t('issue.link.projects')}</Text>
      ) : (
        <Form
          error={null}
          onSubmit={() => {
            if (first !== undefined) pick(first.id);
            else if (list !== undefined && words !== '') setCreating(true);
          }}
        >
          <TextInput
            type="search"
            label={t('issues.search')}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            data-autofocus
          />
          <LoadedList
            query={issues}
            list={list}
            empty={
              <Text size="sm" c="dimmed">
                {t('issues.none')}
              </Text>
            }
          >
            <ScrollArea.Autosize mah={280}>
              <Stack
                gap={2}
                component="ul"
                p={0}
                m={0}
                aria-label={t('nav.known-issues')}
                style={{ listStyle: 'none' }}
              >
                {list?.map((issue) => (
                  <li key={issue.id}>
                    <UnstyledButton w="100%" p="xs" onClick={() => pick(issue.id)}>
                      <Text fw={500} className="user-text" dir="auto">
                        {issue.title}
                      </Text>
                      <IssueState state={issue.state} />{' '}
                      <Text span size="sm" c="dimmed">
                        {t('issue.tickets', { count: issue.tickets })}
                      </Text>
                    </UnstyledButton>
                  </li>
                ))}
              </Stack>
            </ScrollArea.Autosize>
          </LoadedList>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {t('issue.link.new', { count })}
          </Button>
          {isLinked && (
            <Button variant="subtle" leftSection={<IconLinkOff size={16} aria-hidden />} onClick={() => pick(null)}>
              {t('issue.link.none')}
            </Button>
          )}
        </Form>
      )}
    </Dialog>
  );
}
