import { Badge, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team';
import { useText } from '../text.ts';
import { Time } from '../ui/time.tsx';
import { announcementState } from './announcement-time.ts';

const COLORS = { planned: 'blue', shown: 'green', over: 'gray' } as const;

export function AnnouncementTimes({ announcement }: { readonly announcement: AnnouncementResponse }) {
  const { t } = useText();
  const state = announcementState(announcement, Date.now());
  const { startsAt, endsAt, createdAt } = announcement;
  return (
    <>
      <Badge variant="dot" color={COLORS[state]}>
        {t(`announcements.${state}`)}
      </Badge>
      <Text size="sm" c="dimmed">
        {t(state === 'planned' ? 'announcements.starts' : 'announcements.since')} <Time at={startsAt ?? createdAt} />
        {endsAt !== null && (
          <>
            {' · '}
            {t(state === 'over' ? 'announcements.ended' : 'announcements.ends')} <Time at={endsAt} />
          </>
        )}
      </Text>
    </>
  );
}
