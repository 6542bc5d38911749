import { Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { changedFields } from '../app/changed-fields.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useKeptFields } from '../ui/use-kept-fields.ts';
import { localToUtc, timeZoneName, utcToLocal } from './announcement-time.ts';
import { OtherVersion } from './other-version.tsx';
import { announcementsQuery } from './queries.ts';

interface Props {
  /** Undefined: a new announcement. */
  readonly announcement: AnnouncementResponse | undefined;
  readonly projects: readonly ProjectResponse[];
  readonly onClose: () => void;
}

/** Creates an announcement, or edits one that has not begun. */
export function AnnouncementDialog({ announcement, projects, onClose }: Props) {
  const { t, language } = useText();
  const queryClient = useQueryClient();
  // Compared with the announcement when the dialog opened, because others may change it meanwhile.
  const [original] = useState({
    projectId: announcement?.projectId ?? projects[0]?.id ?? '',
    title: announcement?.title ?? '',
    body: announcement?.body ?? '',
    startsAt: utcToLocal(announcement?.startsAt ?? null),
    endsAt: utcToLocal(announcement?.endsAt ?? null),
  });
  const { values, setValues, field } = useKeptFields(`announcement:${announcement?.id ?? 'new'}`, original);
  // What somebody else made of it. Saving again then replaces the changed fields.
  const [latest, setLatest] = useState<AnnouncementResponse>();
  const changes = changedFields(original, { ...values, title: values.title.trim() });
  const hasChanges = Object.keys(changes).length > 0;

  async function edit({ id, revision }: AnnouncementResponse): Promise<void> {
    if (!hasChanges) return;
    const { startsAt, endsAt, ...texts } = changes;
    const body = {
      ...texts,
      ...(startsAt === undefined ? {} : { startsAt: localToUtc(startsAt) }),
      ...(endsAt === undefined ? {} : { endsAt: localToUtc(endsAt) }),
      revision: latest?.revision ?? revision,
    };
    try {
      await api.patch('/announcements/{announcementId}', { path: { announcementId: id }, body });
    } catch (error) {
      if (error instanceof ApiError && error.slug === 'announcement-changed') {
        const { announcements } = await queryClient.fetchQuery({ ...announcementsQuery, staleTime: 0 });
        setLatest(announcements.find((one) => one.id === id));
      }
      throw error;
    }
  }

  const save = useFormMutation({
    run: async (): Promise<unknown> => {
      if (announcement !== undefined) return edit(announcement);
      const { projectId, title, body, startsAt, endsAt } = values;
      const request = {
        projectId,
        title: title.trim(),
        body,
        startsAt: localToUtc(startsAt),
        endsAt: localToUtc(endsAt),
      };
      return api.post('/announcements', { body: request });
    },
    stale: [announcementsQuery],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t(announcement === undefined ? 'announcements.create' : 'announcements.edit')}
      action={t(announcement === undefined ? 'announcements.create' : 'action.save')}
      mutation={save}
      onClose={onClose}
      size="lg"
      unsaved={hasChanges}
    >
      {latest !== undefined && <OtherVersion announcement={latest} projects={projects} />}
      <Select
        label={t('label.project')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.projectId === '' ? null : values.projectId}
        onChange={(value) => setValues({ ...values, projectId: value ?? '' })}
        error={fieldError(save.error, 'projectId')}
        allowDeselect={false}
        required
      />
      <TextInput
        label={t('label.title')}
        {...field('title', save.error)}
        maxLength={120}
        required
        dir="auto"
        data-autofocus
      />
      <Textarea
        label={t('label.text')}
        description={t('announcements.body.hint')}
        {...field('body', save.error)}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={10_000}
        required
        dir="auto"
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          type="datetime-local"
          label={t('announcements.start')}
          description={t('announcements.start.hint')}
          {...field('startsAt', save.error)}
          miw="12rem"
        />
        <TextInput
          type="datetime-local"
          label={t('announcements.end')}
          description={t('announcements.end.hint')}
          {...field('endsAt')}
          error={fieldError(save.error, 'endsAt') !== undefined && t('announcements.end.wrong')}
          min={values.startsAt}
          miw="12rem"
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('announcements.zone', { zone: timeZoneName(language) })}
      </Text>
    </FormDialog>
  );
}
