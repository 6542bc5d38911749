import { Button, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { IconLinkOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { findIssues } from '../../data/find-issues.ts';
import { type LinkChange, linkTo } from '../../data/link-to.ts';
import { knownIssuesQuery } from '../../data/queries/known-issues.ts';
import { MAX_UNASKED } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { isolated } from '../../ui/isolated.ts';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { IssueDialog, type Proposal } from './issue-dialog.tsx';
import { IssueState } from './issue-state.tsx';

const MAX_SHOWN = 50;

interface Props {
  readonly count: number;
  /** The projects of the tickets. A known issue belongs to one project. */
  readonly projectIds: readonly string[];
  readonly proposal?: Proposal | undefined;
  /** One of the tickets is linked. */
  readonly isLinked: boolean;
  readonly onPick: (change: LinkChange) => void;
  readonly onClose: () => void;
}

/** Closed issues come last, but can be chosen: a bug can come back. */
const openFirst = (issues: readonly ListedKnownIssue[]) =>
  issues.toSorted((a, b) => Number(a.state === 'closed') - Number(b.state === 'closed'));

/**
 * Chooses or creates the tickets' known issue. Enter takes the first open match, else begins a new
 * issue.
 */
export function LinkDialog({ count, projectIds, proposal, isLinked, onPick, onClose }: Props) {
  const { t } = useText();
  const issues = useQuery(knownIssuesQuery);
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  /** What a question is about: a known issue, a new one, or none. */
  const [asked, setAsked] = useState<ListedKnownIssue | 'new' | 'none'>();
  const choices = useRef<HTMLDivElement>(null);
  const [projectId, ...others] = projectIds;
  const linkable = issues.data?.filter((issue) => issue.projectId === projectId);
  const list = linkable && openFirst(findIssues(linkable, search)).slice(0, MAX_SHOWN);
  const words = search.trim();
  const begun = proposal ?? (words === '' ? undefined : { key: 'link', title: words, builds: [], platforms: [] });
  const pick = (change: LinkChange) => {
    onClose();
    onPick(change);
  };
  const isMany = count > MAX_UNASKED;
  const choose = (issue: ListedKnownIssue) => (isMany ? setAsked(issue) : pick(linkTo(issue)));
  const create = () => (isMany ? setAsked('new') : setCreating(true));
  const unlink = () => pick({ knownIssueId: null });
  if (creating && projectId !== undefined) {
    return (
      <IssueDialog
        issue={undefined}
        projectId={projectId}
        {...(begun && { proposal: begun })}
        onClose={onClose}
        onSaved={(issue) => onPick(linkTo(issue))}
      />
    );
  }
  if (asked === 'new' || asked === 'none') {
    const confirm = () => {
      setAsked(undefined);
      if (asked === 'none') unlink();
      else setCreating(true);
    };
    return (
      <ConfirmDialog
        title={t(`issue.link.ask.${asked}`, { count })}
        text={t(`issue.link.ask.${asked}.text`, { count })}
        action={t(`issue.link.do.${asked}`, { count })}
        destructive={false}
        onConfirm={confirm}
        onClose={() => setAsked(undefined)}
      />
    );
  }
  if (asked !== undefined) {
    return (
      <ConfirmDialog
        title={t('issue.link.ask', { count })}
        text={t('issue.link.ask.text', { count, title: isolated(asked.title) })}
        action={t('issue.link.do', { count })}
        destructive={false}
        onConfirm={() => pick(linkTo(asked))}
        onClose={() => setAsked(undefined)}
      />
    );
  }
  const found = words === '' ? undefined : list?.find(({ state }) => state !== 'closed');
  const enters =
    found === undefined ? t('issue.link.enter.new') : t('issue.link.enter', { title: isolated(found.title) });
  /** Arrow keys move between the field and the list. */
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const stops = [...(choices.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    stops[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus();
  };
  return (
    <Dialog title={t('issue.link.title', { count })} onClose={onClose}>
      {others.length > 0 || projectId === undefined ? (
        <Text>{t('issue.link.projects')}</Text>
      ) : (
        <Form
          error={null}
          onSubmit={() => {
            if (found !== undefined) choose(found);
            else if (list !== undefined && words !== '') create();
          }}
        >
          <Stack ref={choices} onKeyDown={move}>
            <TextInput
              type="search"
              label={t('issues.search')}
              description={words === '' || list === undefined ? t('issue.link.how') : enters}
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
                      <UnstyledButton w="100%" p="xs" onClick={() => choose(issue)}>
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
          </Stack>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
            {t('issue.link.new', { count })}
          </Button>
          {isLinked && (
            <Button
              variant="subtle"
              leftSection={<IconLinkOff size={16} aria-hidden />}
              onClick={() => (isMany ? setAsked('none') : unlink())}
            >
              {t('issue.link.none')}
            </Button>
          )}
        </Form>
      )}
    </Dialog>
  );
}
