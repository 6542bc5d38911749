import { NumberInput, Switch, TextInput } from '@mantine/core';
import { MAX_AUTO_CLOSE_DAYS } from '@player-support/contract/limits';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { projectChanges } from './project-changes.ts';
import { invalidLimits, readLimits, typedLimits } from './project-limits.ts';
import { ProjectLimitsFields } from './project-limits-fields.tsx';
import { invalidTargets, readTargets, typedTargets } from './response-targets.ts';
import { ResponseTargetsFields } from './response-targets-fields.tsx';
import { StormModeField } from './storm-mode-field.tsx';
import { TicketTypesEditor } from './ticket-types-editor.tsx';

interface Props {
  readonly project: ProjectResponse;
  readonly onClose: () => void;
}

export function ProjectDialog({ project, onClose }: Props) {
  const { t } = useText();
  // Others may change the project while the dialog is open.
  const [original] = useState(project);
  const [name, setName] = useState(project.name);
  const [status, setStatus] = useState(project.status);
  const [days, setDays] = useState<number | string>(project.autoCloseDays);
  const [types, setTypes] = useState(project.ticketTypes);
  const [stormMode, setStormMode] = useState(project.stormMode);
  const [limits, setLimits] = useState(typedLimits(project.limits));
  const [targets, setTargets] = useState(typedTargets(project.responseTargets));
  const numbers = readLimits(limits);
  const minutes = readTargets(targets);
  const changes = projectChanges(original, {
    name,
    status,
    autoCloseDays: Number(days),
    ticketTypes: types,
    limits: numbers,
    responseTargets: minutes,
    stormMode,
  });
  const hasChanges = Object.keys(changes).length > 0;
  const save = useFormMutation({
    run: async () => {
      // Like an error of the server, so that the fields show it.
      const errors = Object.fromEntries([
        ...invalidLimits(numbers).map((limit) => [`limits.${limit}`, [t('limits.invalid')]]),
        ...invalidTargets(minutes).map((priority) => [`responseTargets.${priority}`, [t('targets.invalid')]]),
      ]);
      if (Object.keys(errors).length > 0) {
        throw new ApiError(400, { type: '/problems/validation', errors });
      }
      if (hasChanges) await api.patch('/projects/{projectId}', { path: { projectId: project.id }, body: changes });
    },
    stale: [projectsQuery],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={project.name}
      action={t('action.save')}
      mutation={save}
      onClose={onClose}
      size="lg"
      unsaved={hasChanges}
    >
      <TextInput
        label={t('label.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fieldError(save.error, 'name')}
        maxLength={100}
        required
        data-autofocus
      />
      <Switch
        checked={status === 'active'}
        onChange={({ currentTarget }) => setStatus(currentTarget.checked ? 'active' : 'disabled')}
        label={t('projects.active')}
        description={t('projects.active.hint')}
      />
      <NumberInput
        label={t('projects.auto-close')}
        description={t('projects.auto-close.hint')}
        value={days}
        onChange={setDays}
        error={fieldError(save.error, 'autoCloseDays')}
        min={0.01}
        max={MAX_AUTO_CLOSE_DAYS}
        clampBehavior="blur"
        required
        hideControls
      />
      <TicketTypesEditor types={types} onChange={setTypes} error={save.error} />
      <ResponseTargetsFields targets={targets} onChange={setTargets} error={save.error} />
      <StormModeField mode={stormMode} onChange={setStormMode} />
      <ProjectLimitsFields limits={limits} onChange={setLimits} error={save.error} />
    </FormDialog>
  );
}
