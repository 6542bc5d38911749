import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { localToUtc, timeZoneName } from './announcement-time.ts';
import { announcementsQuery } from './queries.ts';

interface Props {
  readonly projects: readonly ProjectResponse[];
  readonly onClose: () => void;
}

/** Creates an announcement. */
export function AnnouncementDialog({ projects, onClose }: Props) {
  const { t, language } = useText();
  const queryClient = useQueryClient();
  const [projectId, setProjectId] = useState(projects[0]?.id ?? '');
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const [startsAt, setStartsAt] = useState('');
  const [endsAt, setEndsAt] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api.post('/announcements', {
        body: {
          projectId,
          title: title.trim(),
          body,
          startsAt: localToUtc(startsAt),
          endsAt: localToUtc(endsAt),
        },
      }),
    meta: { quiet: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: announcementsQuery.queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={t('announcements.create')} onClose={onClose} size="lg" unsaved={body !== '' && !create.isSuccess}>
      <Form error={create.error} onSubmit={create.mutate}>
        <Select
          label={t('announcements.project')}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId === '' ? null : projectId}
          onChange={(value) => setProjectId(value ?? '')}
          error={fieldError(create.error, 'projectId')}
          allowDeselect={false}
          required
          withAsterisk={false}
        />
        <TextInput
          label={t('announcements.name')}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={fieldError(create.error, 'title')}
          maxLength={120}
          required
          withAsterisk={false}
          dir="auto"
          data-autofocus
        />
        <Textarea
          label={t('announcements.body')}
          description={t('announcements.body.hint')}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
          error={fieldError(create.error, 'body')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={10_000}
          required
          withAsterisk={false}
          dir="auto"
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label={t('announcements.start')}
            description={t('announcements.start.hint')}
            value={startsAt}
            onChange={({ currentTarget }) => setStartsAt(currentTarget.value)}
            error={fieldError(create.error, 'startsAt')}
            miw="12rem"
          />
          <TextInput
            type="datetime-local"
            label={t('announcements.end')}
            description={t('announcements.end.hint')}
            value={endsAt}
            onChange={({ currentTarget }) => setEndsAt(currentTarget.value)}
            error={fieldError(create.error, 'endsAt') !== undefined && t('announcements.end.wrong')}
            min={startsAt}
            miw="12rem"
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t('announcements.zone', { zone: timeZoneName(language) })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('announcements.create')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
