import { Alert, Button, PasswordInput, Select, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import {
  MAX_AUDIENCE_LENGTH,
  MAX_PUBLIC_KEY_LENGTH,
  MAX_SHARED_SECRET_LENGTH,
  MAX_WEBHOOK_ADDRESS_LENGTH,
} from '@player-support/contract/limits';
import type { IdentitySettingsResponse } from '@player-support/contract/team/identity';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { identityQuery } from '../data/queries/projects.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { errorText } from '../ui/error-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

const KINDS = ['jwksUrl', 'publicKey', 'secret'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  readonly project: ProjectResponse;
  readonly onClose: () => void;
}

/** Sets how the game's backend proves who a player is. */
export function IdentityDialog({ project, onClose }: Props) {
  const { t } = useText();
  const { data, error } = useQuery(identityQuery(project.id));
  if (data === undefined) {
    return (
      <Dialog title={t('identity.title', { name: project.name })} onClose={onClose}>
        {error === null ? <Skeleton height={200} /> : <Text c="dimmed">{errorText(error, t)}</Text>}
      </Dialog>
    );
  }
  return <IdentityForm project={project} settings={data ?? undefined} onClose={onClose} />;
}

const kindOf = (settings: IdentitySettingsResponse | undefined): Kind => {
  if (settings?.hasSecret) return 'secret';
  return settings?.publicKey ? 'publicKey' : 'jwksUrl';
};

function IdentityForm({
  project,
  settings,
  onClose,
}: Props & { readonly settings: IdentitySettingsResponse | undefined }) {
  const { t } = useText();
  const [kind, setKind] = useState<Kind>(kindOf(settings));
  const [keys, setKeys] = useState({
    jwksUrl: settings?.jwksUrl ?? '',
    publicKey: settings?.publicKey ?? '',
    secret: '',
  });
  const [audience, setAudience] = useState(settings?.audience ?? 'player-support');
  const [issuer, setIssuer] = useState(settings?.issuer ?? '');
  const path = { projectId: project.id };
  const stale = [identityQuery(project.id)];
  const save = useFormMutation({
    run: () =>
      api.put('/projects/{projectId}/identity', {
        path,
        body: { [kind]: keys[kind], audience, issuer: issuer === '' ? null : issuer },
      }),
    stale,
    // The warning must be read.
    onDone: (saved) => (saved.sharesTokens ? undefined : onClose()),
  });
  const remove = useFormMutation({
    run: () => api.delete('/projects/{projectId}/identity', { path }),
    stale,
    onDone: onClose,
  });
  const key = {
    required: true,
    value: keys[kind],
    error: fieldError(save.error, kind),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setKeys({ ...keys, [kind]: currentTarget.value }),
  };
  return (
    <FormDialog
      title={t('identity.title', { name: project.name })}
      action={t('action.save')}
      mutation={save}
      onClose={onClose}
      size="lg"
    >
      <Text c="dimmed" size="sm">
        {t('identity.hint')}
      </Text>
      {settings?.sharesTokens && <Alert color="yellow">{t('identity.shares-tokens')}</Alert>}
      <Select
        label={t('identity.kind')}
        data={KINDS.map((value) => ({ value, label: t(`identity.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(KINDS.find((one) => one === value) ?? kind)}
        allowDeselect={false}
        data-autofocus
      />
      {kind === 'jwksUrl' && (
        <TextInput label={t('identity.jwksUrl')} type="url" maxLength={MAX_WEBHOOK_ADDRESS_LENGTH} {...key} />
      )}
      {kind === 'publicKey' && (
        <Textarea
          label={t('identity.publicKey')}
          description={t('identity.publicKey.hint')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_PUBLIC_KEY_LENGTH}
          {...key}
        />
      )}
      {kind === 'secret' && (
        <PasswordInput
          label={t('identity.secret')}
          description={t('identity.secret.hint')}
          maxLength={MAX_SHARED_SECRET_LENGTH}
          autoComplete="off"
          {...key}
        />
      )}
      <TextInput
        label={t('identity.audience')}
        description={t('identity.audience.hint')}
        maxLength={MAX_AUDIENCE_LENGTH}
        required
        value={audience}
        onChange={({ currentTarget }) => setAudience(currentTarget.value)}
        error={fieldError(save.error, 'audience')}
      />
      <TextInput
        label={t('identity.issuer')}
        description={t('identity.issuer.hint')}
        maxLength={MAX_AUDIENCE_LENGTH}
        value={issuer}
        onChange={({ currentTarget }) => setIssuer(currentTarget.value)}
        error={fieldError(save.error, 'issuer')}
      />
      {settings !== undefined && (
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('identity.remove')}
        </Button>
      )}
      {remove.error !== null && <Text c="red">{errorText(remove.error, t)}</Text>}
    </FormDialog>
  );
}
