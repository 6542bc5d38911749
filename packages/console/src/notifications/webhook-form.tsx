import { Button, Group, Input, SegmentedControl, TextInput } from '@mantine/core';
import type { NotificationKind, WebhookFormat } from '@player-support/contract/enums';
import { MAX_WEBHOOK_ADDRESS_LENGTH } from '@player-support/contract/limits';
import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { useId, useState } from 'react';
import { api } from '../api/client.ts';
import { guessesOf, notificationsQuery } from '../data/queries/notifications.ts';
import { useText } from '../i18n/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { ChannelState } from './channel-state.tsx';
import { ChoiceFields } from './choice-fields.tsx';

/** The usual formats first. */
const FORMATS = ['slack', 'discord', 'standard'] as const satisfies readonly WebhookFormat[];

/** For a new webhook: one without choices would look broken. */
const FIRST_CHOICES: NotificationKind[] = ['new_ticket', 'reply', 'assigned', 'mention'];

export function WebhookForm({ settings }: { readonly settings: NotificationSettingsResponse }) {
  const { t, language } = useText();
  const formatLabel = useId();
  const { webhookAddress: saved, webhookFormat, webhookState } = settings;
  const [format, setFormat] = useState<WebhookFormat>(webhookFormat ?? 'slack');
  const [address, setAddress] = useState('');
  const [choices, setChoices] = useState(saved === null ? FIRST_CHOICES : settings.webhook);
  const typed = address.trim();
  useUnsaved(() => typed !== '');
  const save = useFormMutation({
    run: () =>
      api.patch('/account/notifications', {
        body: {
          webhook: choices,
          ...(typed === '' ? {} : { webhookAddress: typed, webhookFormat: format }),
          ...guessesOf(settings, language),
        },
      }),
    stale: [notificationsQuery],
    onDone: () => {
      setAddress('');
      notifySuccess(t(choices.length === 0 ? 'notifications.nothing' : 'form.saved'));
    },
  });
  const remove = useFormMutation({
    run: () => api.patch('/account/notifications', { body: { webhookAddress: null } }),
    stale: [notificationsQuery],
    onDone: () => {
      setChoices(FIRST_CHOICES);
      save.reset();
    },
  });
  const secret = save.data?.webhookSecret ?? null;
  const error = save.error ?? remove.error;
  return (
    <Form error={error} onSubmit={save.mutate} label={t('notifications.webhook')} maw="32rem">
      <Input.Wrapper label={t('notifications.format')} labelElement="div" labelProps={{ id: formatLabel }}>
        <div>
          <SegmentedControl
            withItemsBorders={false}
            aria-labelledby={formatLabel}
            value={format}
            onChange={(value) => setFormat(value as WebhookFormat)}
            data={FORMATS.map((value) => ({ value, label: t(`notifications.format.${value}`) }))}
          />
        </div>
      </Input.Wrapper>
      <TextInput
        label={t('notifications.address')}
        description={
          saved === null ? t('notifications.address.hint') : t('notifications.address.saved', { address: saved })
        }
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        error={fieldError(error, 'webhookAddress')}
        type="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_WEBHOOK_ADDRESS_LENGTH}
        required={saved === null || format !== webhookFormat}
      />
      {secret !== null && (
        <CopyField
          label={t('notifications.secret')}
          value={secret}
          description={t('notifications.secret.hint')}
          autoFocus
        />
      )}
      <ChoiceFields value={choices} onChange={setChoices} />
      <Group gap="sm">
        <Button type="submit" loading={save.isPending}>
          {t('action.save')}
        </Button>
        {saved !== null && (
          <Button variant="default" onClick={() => remove.mutate()} loading={remove.isPending}>
            {t('notifications.remove')}
          </Button>
        )}
      </Group>
      {/* The result of a test is not shown for another address. */}
      {saved !== null && <ChannelState key={save.submittedAt} channel="webhook" state={webhookState} />}
    </Form>
  );
}
