import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { ticketKeys } from '../ticket/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { errorText } from '../ui/error-text.ts';
import { fieldError, isWholeFormError } from '../ui/form-errors.ts';
import { playerKeys } from './queries.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks before a player is blocked, or not any more. */
export function BlockDialog({ player, onClose }: DialogProps & { readonly player: PlayerResponse }) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: () =>
      api.patch('/players/{playerId}', { path: { playerId: player.id }, body: { blocked: !player.blocked } }),
    onSuccess: async () => {
      // The player is part of each of his tickets.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ticketKeys.all }),
        queryClient.invalidateQueries({ queryKey: playerKeys.one(player.id) }),
      ]);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t(player.blocked ? 'player.unblock.title' : 'player.block.title')}>
      <Stack>
        <Text>{t(player.blocked ? 'player.unblock.text' : 'player.block.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button color={player.blocked ? 'indigo' : 'red'} loading={update.isPending} onClick={() => update.mutate()}>
            {t(player.blocked ? 'player.unblock' : 'player.block')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A message in the player's inbox, without a ticket. */
export function DirectMessage({ playerId, onClose }: DialogProps & { readonly playerId: string }) {
  const { t } = useText();
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const send = useMutation({
    mutationFn: () => api.post('/players/{playerId}/messages', { path: { playerId }, body: { title, body } }),
    meta: { quiet: true },
    onSuccess: () => {
      notifications.show({ message: t('player.message.sent') });
      onClose();
    },
  });
  const { error } = send;
  return (
    <Dialog
      onClose={onClose}
      title={t('player.message')}
      size="lg"
      unsaved={!send.isSuccess && `${title}${body}`.trim() !== ''}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Stack gap="sm">
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
            error={fieldError(error, 'title')}
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
            error={fieldError(error, 'body')}
          />
          {isWholeFormError(error) && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {errorText(error, t)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={send.isPending} disabled={title.trim() === '' || body.trim() === ''}>
              {t('player.message.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
