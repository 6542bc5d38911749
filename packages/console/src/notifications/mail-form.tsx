import { Button, TextInput } from '@mantine/core';
import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { guessesOf, notificationsQuery } from '../data/queries/notifications.ts';
import { useText } from '../i18n/text.ts';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { ChannelState } from './channel-state.tsx';
import { ChoiceFields } from './choice-fields.tsx';

export function MailForm({ settings }: { readonly settings: NotificationSettingsResponse }) {
  const { t, language } = useText();
  const [choices, setChoices] = useState(settings.mail);
  const [digestAt, setDigestAt] = useState(settings.digestAt ?? '');
  useUnsaved(() => digestAt !== (settings.digestAt ?? ''));
  const save = useFormMutation({
    run: () =>
      api.patch('/account/notifications', {
        body: { mail: choices, digestAt: digestAt === '' ? null : digestAt, ...guessesOf(settings, language) },
      }),
    stale: [notificationsQuery],
    onDone: () => notifySuccess(t(choices.length === 0 && digestAt === '' ? 'notifications.nothing' : 'form.saved')),
  });
  return (
    <Form error={save.error} onSubmit={save.mutate} label={t('notifications.mail')} maw="32rem">
      <ChoiceFields value={choices} onChange={setChoices} />
      <TextInput
        type="time"
        label={t('notifications.digest')}
        description={t('notifications.digest.hint')}
        value={digestAt}
        onChange={({ currentTarget }) => setDigestAt(currentTarget.value)}
        error={fieldError(save.error, 'digestAt')}
        maw="12rem"
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('action.save')}
        </Button>
      </div>
      <ChannelState channel="mail" state={settings.mailState} />
    </Form>
  );
}
