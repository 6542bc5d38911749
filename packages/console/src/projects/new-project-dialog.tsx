import { Button, Group, TextInput } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { projectsQuery } from './queries.ts';

interface Props {
  readonly onCreated: (project: ProjectResponse) => void;
  readonly onClose: () => void;
}

/** Creates a project. */
export function NewProjectDialog({ onCreated, onClose }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => api.post('/projects', { body: { name: name.trim() } }),
    meta: { quiet: true },
    onSuccess: async (project) => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
      onCreated(project);
      onClose();
    },
  });
  return (
    <Dialog title={t('projects.create')} onClose={onClose}>
      <Form error={create.error} onSubmit={create.mutate}>
        <TextInput
          label={t('projects.name')}
          description={t('projects.name.hint')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fieldError(create.error, 'name')}
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('projects.create')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
