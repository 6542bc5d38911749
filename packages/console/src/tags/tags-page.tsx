import { Button, EmptyState, Group, Select, Text, TextInput } from '@mantine/core';
import { MAX_TAGGED_TICKETS } from '@player-support/contract/limits';
import type { TagResponse } from '@player-support/contract/team/tags';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { projectsQuery } from '../data/queries/projects.ts';
import { tagsQuery } from '../data/queries/tags.ts';
import { parseQueueSearch } from '../data/queue/queue-search.ts';
import { useMember } from '../data/session/session.ts';
import { useNavigationProject } from '../data/use-navigation-project.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { DeleteTagDialog } from './delete-tag-dialog.tsx';
import { RenameTagDialog } from './rename-tag-dialog.tsx';
import { isFound, usersOf } from './tag-users.ts';
import './tags.css';

/** The option for all projects: a Select has no undefined. */
const ALL_PROJECTS = '';
/** More rows would be slow. */
const MAX_ROWS = 100;
/** A shorter list needs no search. */
const LONG = 10;

export function TagsPage() {
  const { t, language } = useText();
  const hasAllProjects = useMember().projectIds === null;
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const shownProject = useNavigationProject();
  const [chosen, choose] = useState<string>();
  const projectId = chosen ?? (hasAllProjects ? ALL_PROJECTS : (shownProject ?? projects[0]?.id));
  const scope = projectId === ALL_PROJECTS ? undefined : projectId;
  const tags = useQuery({ ...tagsQuery(scope), enabled: projectId !== undefined });
  const [typed, setTyped] = useState('');
  const [renamed, setRenamed] = useState<TagResponse>();
  const [deleted, setDeleted] = useState<TagResponse>();
  const find = useRef<HTMLInputElement>(null);
  /** Its row gets the focus as soon as it is there. */
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const name = awaited.current;
    if (name === undefined || renamed !== undefined) return;
    if (tags.data?.tags.some(({ tag }) => tag === name) !== true) return;
    awaited.current = undefined;
    const row = document.querySelector<HTMLElement>(`[data-tag="${CSS.escape(name)}"]`);
    (row ?? find.current)?.focus();
  }, [renamed, tags.data]);
  const list = tags.data?.tags.toSorted((a, b) => a.tag.localeCompare(b.tag, language));
  const numbers = new Intl.NumberFormat(language);
  const found = list?.filter((one) => isFound(one, typed)) ?? [];
  return (
    <Page title={t('settings.tags')}>
      <Text c="dimmed" maw="40rem" mb="md">
        {t('tags.hint')}
      </Text>
      <Group mb="md" gap="sm" align="flex-end">
        {projects.length > 1 && (
          <Select
            label={t('label.project')}
            data={[
              ...(hasAllProjects ? [{ value: ALL_PROJECTS, label: t('label.all-projects') }] : []),
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={projectId ?? null}
            onChange={(value) => choose(value ?? undefined)}
            allowDeselect={false}
          />
        )}
        {list !== undefined && list.length > LONG && (
          <TextInput
            ref={find}
            label={t('tags.find')}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </Group>
      <LoadedList
        query={tags}
        list={list}
        empty={
          <EmptyState
            icon={<IconTags aria-hidden />}
            title={t('tags.empty.title')}
            description={t('tags.empty.text')}
          />
        }
      >
        {tags.data?.capped === true && <Text mb="md">{t('tags.capped', { count: MAX_TAGGED_TICKETS })}</Text>}
        {found.length === 0 ? (
          <Text>{t('tags.none')}</Text>
        ) : (
          <div className="tags">
            <Rows label={t('settings.tags')}>
              {/* Screen readers hear “2 tickets”, not only “2”. */}
              <Text component="li" size="xs" c="dimmed" className="row tags-head" aria-hidden>
                <span>{t('tags.column.tag')}</span>
                <span className="tags-count">{t('tags.column.tickets')}</span>
                <span className="tags-users">{t('tags.column.users')}</span>
              </Text>
              {found.slice(0, MAX_ROWS).map((tag) => (
                <Row
                  key={tag.tag}
                  actions={
                    <Group gap={4} wrap="nowrap" justify="flex-end" className="tags-actions">
                      <Button
                        variant="default"
                        size="compact-sm"
                        data-tag={tag.tag}
                        onClick={() => setRenamed(tag)}
                        aria-label={t('tags.rename.one', { name: tag.tag })}
                      >
                        {t('tags.rename')}
                      </Button>
                      <RemoveButton
                        size="compact-sm"
                        onClick={() => setDeleted(tag)}
                        aria-label={t('tags.delete.one', { name: tag.tag })}
                      >
                        {t('action.delete')}
                      </RemoveButton>
                    </Group>
                  }
                >
                  <Text fw={600} className="tags-name">
                    <bdi>{tag.tag}</bdi>
                  </Text>
                  <AnchorLink
                    to="/queue"
                    search={parseQueueSearch({ view: 'all', project: scope, tag: tag.tag })}
                    size="sm"
                    className="tags-count"
                    aria-label={t('tags.tickets', { count: tag.tickets })}
                  >
                    {numbers.format(tag.tickets)}
                  </AnchorLink>
                  <Text size="sm" c="dimmed" className="tags-users">
                    {usersOf(tag, t)}
                  </Text>
                </Row>
              ))}
            </Rows>
          </div>
        )}
        {found.length > MAX_ROWS && (
          <Text mt="md" c="dimmed">
            {t('tags.first', { count: MAX_ROWS })}
          </Text>
        )}
      </LoadedList>
      {renamed !== undefined && (
        <RenameTagDialog
          tag={renamed}
          tags={list ?? []}
          projectId={scope}
          onRenamed={(newTag) => {
            awaited.current = newTag ?? undefined;
            setRenamed(undefined);
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {deleted !== undefined && (
        <DeleteTagDialog tag={deleted} projectId={scope} onClose={() => setDeleted(undefined)} />
      )}
    </Page>
  );
}
