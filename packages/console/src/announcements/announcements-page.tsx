import { Button, EmptyState, Group, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api } from '../api/client.ts';
import { announcementsQuery } from '../data/queries/announcements.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { AnnouncementHeader } from './announcement-header.tsx';
import { AnnouncementReach } from './announcement-reach.tsx';
import { announcementState, isBeginning, isEditable, isWithheld } from './announcement-time.ts';
import { AudienceSummary } from './audience-summary.tsx';
import { UndoButton } from './undo-button.tsx';
import { useMoments } from './use-moments.ts';
import { useUndone } from './use-undone.ts';

export function AnnouncementsPage() {
  const { t } = useText();
  const canEdit = useHasRole('admin');
  const announcements = useQuery(announcementsQuery);
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const [edited, setEdited] = useState<Pick<ComponentProps<typeof AnnouncementDialog>, 'announcement' | 'undone'>>();
  const [published, setPublished] = useState<readonly string[]>([]);
  const [begun, setBegun] = useState<Readonly<Record<string, string>>>({});
  const [retracted, setRetracted] = useState<AnnouncementResponse>();
  const [deleted, setDeleted] = useState<AnnouncementResponse>();
  const list = announcements.data?.announcements
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .map((one) => ({ ...one, startsAt: begun[one.id] ?? one.startsAt }));
  const isBusy = edited !== undefined || retracted !== undefined || deleted !== undefined;
  const keepUndone = useUndone(isBusy, (undone) => setEdited({ announcement: undefined, undone }));
  const canUndo = (one: AnnouncementResponse) =>
    isBeginning(one, Date.now()) || (published.includes(one.id) && announcementState(one, Date.now()) === 'scheduled');
  useMoments(list ?? []);
  const create = canEdit && (
    <Button onClick={() => setEdited({ announcement: undefined })} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('announcements.create')}
    </Button>
  );
  return (
    <Page title={t('nav.announcements')} actions={list !== undefined && list.length > 0 && create}>
      <LoadedList
        query={announcements}
        list={list}
        empty={
          <EmptyState
            icon={<IconSpeakerphone aria-hidden />}
            title={t('announcements.empty.title')}
            description={t('announcements.empty.text')}
          >
            {create}
          </EmptyState>
        }
      >
        <Rows label={t('nav.announcements')}>
          {list?.map((announcement) => (
            <Row
              key={announcement.id}
              actions={
                canEdit && (
                  <Group gap="xs" wrap="nowrap">
                    {canUndo(announcement) && (
                      <UndoButton
                        announcement={announcement}
                        focuses={announcement.id === published.at(-1)}
                        onUndone={keepUndone}
                        onBegun={(id) =>
                          setBegun((before) => ({ ...before, [id]: new Date(Date.now()).toISOString() }))
                        }
                      />
                    )}
                    {isEditable(announcement, Date.now()) && !canUndo(announcement) && (
                      <Button
                        variant="default"
                        onClick={() => setEdited({ announcement })}
                        aria-label={t('action.edit.one', { name: announcement.title })}
                      >
                        {t('action.edit')}
                      </Button>
                    )}
                    {announcementState(announcement, Date.now()) === 'active' && (
                      <Button
                        variant="default"
                        onClick={() => setRetracted(announcement)}
                        aria-label={t('announcements.retract.one', { title: announcement.title })}
                      >
                        {t('announcements.retract')}
                      </Button>
                    )}
                    <RemoveButton
                      onClick={() => setDeleted(announcement)}
                      aria-label={t('announcements.delete.one', { title: announcement.title })}
                    >
                      {t('action.delete')}
                    </RemoveButton>
                  </Group>
                )
              }
            >
              <Group gap="xs">
                <AnnouncementHeader announcement={announcement} projects={projects} />
              </Group>
              <Text size="sm" c="dimmed" lineClamp={3} className="user-text" dir="auto">
                {announcement.body}
              </Text>
              <AudienceSummary announcement={announcement} />
              {announcementState(announcement, Date.now()) !== 'scheduled' && !isWithheld(announcement) && (
                <AnnouncementReach announcement={announcement} />
              )}
            </Row>
          ))}
        </Rows>
      </LoadedList>
      {edited !== undefined && (
        <AnnouncementDialog
          key={(edited.announcement ?? edited.undone)?.id}
          {...edited}
          projects={projects}
          onPublished={(id, isNow) =>
            setPublished((before) => [...before.filter((one) => one !== id), ...(isNow ? [id] : [])])
          }
          onClose={() => setEdited(undefined)}
        />
      )}
      {retracted !== undefined && (
        <ConfirmAction
          title={t('announcements.retract.ask')}
          text={t('announcements.retract.text', { title: retracted.title })}
          action={t('announcements.retract.do')}
          run={() => api.post('/announcements/{announcementId}/retract', { path: { announcementId: retracted.id } })}
          stale={[announcementsQuery]}
          onClose={() => setRetracted(undefined)}
        />
      )}
      {deleted !== undefined && (
        <ConfirmAction
          title={t('announcements.delete.ask')}
          text={t('announcements.delete.text', { title: deleted.title })}
          action={t('action.delete')}
          run={() => api.delete('/announcements/{announcementId}', { path: { announcementId: deleted.id } })}
          stale={[announcementsQuery]}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  );
}
