import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { ticketKeys } from '../ticket/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { playerKeys } from './queries.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks before a player is blocked or unblocked. */
export function BlockDialog({ player, onClose }: DialogProps & { readonly player: PlayerResponse }) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: () =>
      api.patch('/players/{playerId}', { path: { playerId: player.id }, body: { blocked: !player.blocked } }),
    meta: { quiet: true },
    onSuccess: async () => {
      // Tickets contain their player.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ticketKeys.all }),
        queryClient.invalidateQueries({ queryKey: playerKeys.one(player.id) }),
      ]);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t(player.blocked ? 'player.unblock.title' : 'player.block.title')}
      text={t(player.blocked ? 'player.unblock.text' : 'player.block.text')}
      action={t(player.blocked ? 'player.unblock' : 'player.block')}
      destructive={!player.blocked}
      pending={update.isPending}
      error={update.error}
      onConfirm={() => update.mutate()}
      onClose={onClose}
    />
  );
}

/** Sends a message to the player's inbox, without a ticket. */
export function DirectMessage({ playerId, onClose }: DialogProps & { readonly playerId: string }) {
  const { t } = useText();
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const send = useMutation({
    mutationFn: () => api.post('/players/{playerId}/messages', { path: { playerId }, body: { title, body } }),
    meta: { quiet: true },
    onSuccess: () => {
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
          label={t('player.message.title')}
          value={title}
          maxLength={120}
          dir="auto"
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={fieldError(send.error, 'title')}
        />
        <Textarea
          required
          autosize
          minRows={4}
          maxRows={14}
          label={t('player.message.body')}
          value={body}
          maxLength={10_000}
          dir="auto"
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
          error={fieldError(send.error, 'body')}
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
