import { Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { localToUtc, timeZoneName } from './announcement-time.ts';
import { announcementsQuery } from './queries.ts';

interface Props {
  readonly projects: readonly ProjectResponse[];
  readonly onClose: () => void;
}

/** Creates an announcement. */
export function AnnouncementDialog({ projects, onClose }: Props) {
  const { t, language } = useText();
  const [projectId, setProjectId] = useState(projects[0]?.id ?? '');
  const { values, field } = useFields({ title: '', body: '', startsAt: '', endsAt: '' });
  const { title, body, startsAt, endsAt } = values;
  const create = useFormMutation({
    run: () =>
      api.post('/announcements', {
        body: {
          projectId,
          title: title.trim(),
          body,
          startsAt: localToUtc(startsAt),
          endsAt: localToUtc(endsAt),
        },
      }),
    stale: [announcementsQuery],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('announcements.create')}
      action={t('announcements.create')}
      mutation={create}
      onClose={onClose}
      size="lg"
      unsaved={body !== ''}
    >
      <Select
        label={t('label.project')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={projectId === '' ? null : projectId}
        onChange={(value) => setProjectId(value ?? '')}
        error={fieldError(create.error, 'projectId')}
        allowDeselect={false}
        required
      />
      <TextInput
        label={t('label.title')}
        {...field('title', create.error)}
        maxLength={120}
        required
        dir="auto"
        data-autofocus
      />
      <Textarea
        label={t('label.text')}
        description={t('announcements.body.hint')}
        {...field('body', create.error)}
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
          {...field('startsAt', create.error)}
          miw="12rem"
        />
        <TextInput
          type="datetime-local"
          label={t('announcements.end')}
          description={t('announcements.end.hint')}
          {...field('endsAt')}
          error={fieldError(create.error, 'endsAt') !== undefined && t('announcements.end.wrong')}
          min={startsAt}
          miw="12rem"
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('announcements.zone', { zone: timeZoneName(language) })}
      </Text>
    </FormDialog>
  );
}
