import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSending } from '../../data/outbox/sending.tsx';
import { playerKeys } from '../../data/queries/player.ts';
import { useKeptRequest } from '../../data/use-kept-request.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifySuccess } from '../../ui/notify.ts';
import { useFormMutation } from '../../ui/use-form-mutation.ts';

interface DialogProps {
  readonly onClose: () => void;
}

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
      onConfirm={() => {
        block(player, !blocked);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** The member decides whether the player can reply. */
export function DirectMessage({ player, onClose }: DialogProps & { readonly player: PlayerResponse }) {
  const { t } = useText();
  const { values, field, sendOnce } = useKeptRequest(`message:${player.id}`, { title: '', body: '' });
  const { title, body } = values;
  const [canReply, setCanReply] = useState(false);
  const send = useFormMutation({
    run: () =>
      sendOnce((idempotencyKey) =>
        api.post('/players/{playerId}/messages', {
          path: { playerId: player.id },
          body: { title, body, canReply },
          idempotencyKey,
        }),
      ),
    stale: [{ queryKey: playerKeys.one(player.id) }],
    onDone: () => {
      notifySuccess(t('player.message.sent'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('player.message')}
      action={t('player.message.send')}
      mutation={send}
      onClose={onClose}
      size="lg"
    >
      <Text c="dimmed" size="sm">
        {t('player.message.hint')}
      </Text>
      <TextInput
        data-autofocus
        required
        label={t('label.title')}
        maxLength={120}
        dir="auto"
        {...field('title', send.error)}
      />
      <Textarea
        required
        autosize
        minRows={4}
        maxRows={14}
        label={t('player.message.body')}
        maxLength={10_000}
        dir="auto"
        {...field('body', send.error)}
      />
      <Checkbox
        label={t('player.message.can-reply')}
        description={t(player.blocked ? 'player.message.blocked' : 'player.message.can-reply.hint')}
        checked={canReply}
        onChange={({ currentTarget }) => setCanReply(currentTarget.checked)}
        disabled={player.blocked && !canReply}
      />
    </FormDialog>
  );
}
