import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { MAX_WEBHOOK_ADDRESS_LENGTH } from '@player-support/contract/limits';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { playerDataKey } from '../data/queries/player-data.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { PlayerDataTest } from './player-data-test.tsx';

interface Props {
  readonly projectId: string;
  /** null: no address. */
  readonly saved: string | null;
}

export function PlayerDataForm({ projectId, saved }: Props) {
  const { t } = useText();
  const [url, setUrl] = useState(saved ?? '');
  const [secret, setSecret] = useState<string | null>(null);
  const [replacing, replace] = useDisclosure(false);
  const [removing, remove] = useDisclosure(false);
  const typed = url.trim();
  useUnsaved(() => typed !== (saved ?? ''));
  const stale = [{ queryKey: playerDataKey }, projectsQuery];
  const update = (body: { url?: string | null; newSecret?: boolean }) =>
    api.patch('/projects/{projectId}/player-data', { path: { projectId }, body });
  const save = useFormMutation({
    run: () => update({ url: typed }),
    stale,
    onDone: (settings) => {
      setUrl(settings.url ?? '');
      if (settings.secret !== null) setSecret(settings.secret);
      notifySuccess(t('form.saved'));
    },
  });
  return (
    <Stack gap="lg" maw="32rem">
      <Form error={save.error} onSubmit={save.mutate} label={t('settings.player-data')}>
        <TextInput
          label={t('player-data.url')}
          description={t('player-data.url.hint')}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={fieldError(save.error, 'url')}
          type="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_WEBHOOK_ADDRESS_LENGTH}
          required
        />
        {secret !== null && (
          <CopyField
            key={secret}
            label={t('player-data.secret')}
            value={secret}
            description={t('player-data.secret.hint')}
            autoFocus
          />
        )}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            {t('action.save')}
          </Button>
          {saved !== null && (
            <>
              <Button variant="default" onClick={replace.open}>
                {t('player-data.replace')}
              </Button>
              <Button variant="default" onClick={remove.open}>
                {t('player-data.remove')}
              </Button>
            </>
          )}
        </Group>
      </Form>
      {/* The result of a test is not shown for another address. */}
      {saved !== null && <PlayerDataTest key={`${saved} ${secret}`} projectId={projectId} />}
      {replacing && (
        <ConfirmAction
          title={t('player-data.replace.title')}
          text={t('player-data.replace.text')}
          action={t('player-data.replace')}
          run={async () => setSecret((await update({ newSecret: true })).secret)}
          onClose={replace.close}
        />
      )}
      {removing && (
        <ConfirmAction
          title={t('player-data.remove.title')}
          text={t('player-data.remove.text')}
          action={t('player-data.remove')}
          run={async () => {
            await update({ url: null });
            setUrl('');
            setSecret(null);
          }}
          stale={stale}
          onClose={remove.close}
        />
      )}
    </Stack>
  );
}
