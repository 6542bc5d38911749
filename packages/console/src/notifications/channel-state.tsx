import { Button, Group, Text } from '@mantine/core';
import { DELIVERY_PROBLEMS, type NotificationChannel } from '@player-support/contract/enums';
import type { ChannelState as State } from '@player-support/contract/team/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { notificationsQuery } from '../data/queries/notifications.ts';
import { regional } from '../i18n/language.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { notifySuccess } from '../ui/notify.ts';

/** A reason other than DELIVERY_PROBLEMS ends with a status: "http-500". */
export function reasonText(error: string, t: Translate): string {
  const known = DELIVERY_PROBLEMS.find((reason) => reason === error);
  return known === undefined
    ? t('notifications.error.status', { status: error.replace(/^\D+/, '') })
    : t(`notifications.error.${known}`);
}

interface Props {
  readonly channel: NotificationChannel;
  readonly state: State;
}

export function ChannelState({ channel, state }: Props) {
  const { t, language } = useText();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => api.post('/account/notifications/test', { body: { channel } }),
    onSuccess: ({ error }) => {
      if (error === null) notifySuccess(t('notifications.test.done'));
      return queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    },
  });
  const at = (time: string) =>
    new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  const { stopped, waiting, lastSentAt, lastErrorAt, lastError } = state;
  const failed = test.data?.error ?? null;
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
        {t('notifications.test')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {failed !== null
          ? reasonText(failed, t)
          : stopped
            ? t('notifications.state.stopped')
            : lastErrorAt !== null && lastError !== null
              ? t('notifications.state.failed', { time: at(lastErrorAt), reason: reasonText(lastError, t) })
              : lastSentAt !== null
                ? t('notifications.state.sent', { time: at(lastSentAt) })
                : ''}
        {waiting && lastErrorAt !== null && ` ${t('notifications.state.waiting')}`}
      </Text>
    </Group>
  );
}
