import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { playerAnnouncementsQuery } from '../data/queries/player.ts';
import { useText } from '../i18n/text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';

export function PlayerAnnouncements({ playerId }: { readonly playerId: string }) {
  const { t } = useText();
  const heading = useId();
  const { data, error, refetch } = useQuery(playerAnnouncementsQuery(playerId));
  if (data === undefined && error === null) return null;
  if (data?.announcements.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" mb="xs" id={heading}>
        {t('player.announcements')}
      </Title>
      {data === undefined ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Rows label={t('player.announcements')}>
          {data.announcements.map(({ id, title, shownSince, readAt }) => (
            <Row
              key={id}
              actions={
                <Text size="sm" c="dimmed">
                  {readAt === null ? (
                    t('player.announcements.unread')
                  ) : (
                    <>
                      {t('player.announcements.read')} <Time at={readAt} />
                    </>
                  )}
                </Text>
              }
            >
              <Text fw={500} className="user-text" dir="auto">
                {title}
              </Text>
              <Text size="xs" c="dimmed">
                {t('player.announcements.since')} <Time at={shownSince} />
              </Text>
            </Row>
          ))}
        </Rows>
      )}
    </section>
  );
}
