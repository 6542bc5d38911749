import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { useSending } from '../outbox/sending.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { notifySuccess } from '../ui/notify.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks before a player is blocked or unblocked. */
export function BlockDialog({ player, onClose }: DialogProps & { readonly player: PlayerResponse }) {
  const { t } = useText();
  const { block } = useSending();
  const { blocked } = player;
  return (
    <ConfirmDialog
      title={t(blocked ? 'player.unblock.title' : 'player.block.title')}
      text={t(blocked ? 'player.unblock.text' : 'player.block.text')}
      action={t(blocked ? 'player.unblock' : 'player.block')}
      destructive={!blocked}
      pending={false}
      error={null}
      onConfirm={() => {
        block(player, !blocked);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Sends a message to the player's inbox, without a ticket. */
export function DirectMessage({ playerId, onClose }: DialogProps & { readonly playerId: string }) {
  const { t } = useText();
  const { values, field } = useFields({ title: '', body: '' });
  const { title, body } = values;
  const send = useFormMutation({
    run: () => api.post('/players/{playerId}/messages', { path: { playerId }, body: values }),
    onDone: () => {
      notifySuccess(t('player.message.sent'));
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('player.message')}
      size="lg"
      unsaved={!send.isSuccess && `${title}${body}`.trim() !== ''}
    >
      <Form error={send.error} onSubmit={send.mutate} gap="sm">
        <Text c="dimmed" size="sm">
          {t('player.message.hint')}
        </Text>
        <TextInput
          data-autofocus
          required
          withAsterisk
          label={t('label.title')}
          maxLength={120}
          dir="auto"
          {...field('title', send.error)}
        />
        <Textarea
          required
          withAsterisk
          autosize
          minRows={4}
          maxRows={14}
          label={t('player.message.body')}
          maxLength={10_000}
          dir="auto"
          {...field('body', send.error)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending} disabled={title.trim() === '' || body.trim() === ''}>
            {t('player.message.send')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
