import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { PlayerResponse } from '@player-support/contract/team';
import { IconBan, IconMail } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../api.ts';
import { keys } from '../queries.ts';
import { useText } from '../text.ts';
import { errorText } from '../ui/error-text.ts';

/** What can be done about a player. */
export function PlayerActions({ player }: { readonly player: PlayerResponse }) {
  const { t } = useText();
  const [writing, message] = useDisclosure();
  const [asking, block] = useDisclosure();
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        mih={28}
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={message.open}
      >
        {t('player.message')}
      </Button>
      <Button
        size="compact-sm"
        mih={28}
        variant="default"
        leftSection={<IconBan size={16} aria-hidden />}
        onClick={block.open}
      >
        {t(player.blocked ? 'player.unblock' : 'player.block')}
      </Button>
      <DirectMessage playerId={player.id} opened={writing} onClose={message.close} />
      <BlockDialog player={player} opened={asking} onClose={block.close} />
    </Group>
  );
}

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function BlockDialog({ player, opened, onClose }: DialogProps & { readonly player: PlayerResponse }) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const verb = player.blocked ? 'player.unblock' : 'player.block';
  const update = useMutation({
    mutationFn: () =>
      api.patch<PlayerResponse>(`/players/${encodeURIComponent(player.id)}`, { blocked: !player.blocked }),
    onSuccess: async () => {
      // The player is part of each of his tickets.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.allTickets }),
        queryClient.invalidateQueries({ queryKey: keys.player(player.id) }),
      ]);
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`${verb}.title`)}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text>{t(`${verb}.text`)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button color={player.blocked ? 'indigo' : 'red'} loading={update.isPending} onClick={() => update.mutate()}>
            {t(verb)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function DirectMessage({ playerId, opened, onClose }: DialogProps & { readonly playerId: string }) {
  const { t } = useText();
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const send = useMutation({
    mutationFn: () => api.post(`/players/${encodeURIComponent(playerId)}/messages`, { title, body }),
    meta: { quiet: true },
    onSuccess: () => {
      notifications.show({ message: t('player.message.sent') });
      setTitle('');
      setBody('');
      onClose();
    },
  });
  const { error } = send;
  const errors = error instanceof ApiError ? error.errors : {};
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('player.message')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('action.close') }}
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
            error={errors.title?.[0]}
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
            error={errors.body?.[0]}
          />
          {error !== null && Object.keys(errors).length === 0 && (
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
    </Modal>
  );
}
