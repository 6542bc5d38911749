import { TextInput } from '@mantine/core';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { api } from '../api/client.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

interface Props {
  readonly onCreated: (project: ProjectResponse) => void;
  readonly onClose: () => void;
}

export function NewProjectDialog({ onCreated, onClose }: Props) {
  const { t } = useText();
  const { values, field } = useFields({ name: '' });
  const create = useFormMutation({
    run: () => api.post('/projects', { body: { name: values.name.trim() } }),
    stale: [projectsQuery],
    onDone: (project) => {
      onCreated(project);
      onClose();
    },
  });
  return (
    <FormDialog title={t('projects.create')} action={t('projects.create')} mutation={create} onClose={onClose}>
      <TextInput
        label={t('label.name')}
        description={t('projects.name.hint')}
        {...field('name', create.error)}
        maxLength={100}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
