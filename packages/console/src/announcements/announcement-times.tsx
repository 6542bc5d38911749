import { Badge, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useText } from '../i18n/text.ts';
import { Time } from '../ui/time.tsx';
import { announcementState } from './announcement-time.ts';

const MINUTE = 60_000;
const COLORS = { planned: 'blue', shown: 'green', over: 'gray' } as const;

export function AnnouncementTimes({ announcement }: { readonly announcement: AnnouncementResponse }) {
  const { t } = useText();
  const state = announcementState(announcement, Date.now());
  const { startsAt, endsAt, createdAt } = announcement;
  const from = startsAt ?? createdAt;
  // What began a moment ago is shown "now since now".
  const isNew = state === 'shown' && Date.now() - Date.parse(from) < MINUTE;
  return (
    <>
      <Badge variant="dot" color={COLORS[state]}>
        {t(`announcements.${state}`)}
      </Badge>
      {(!isNew || endsAt !== null) && (
        <Text size="sm" c="dimmed">
          {!isNew && (
            <>
              {t(state === 'planned' ? 'announcements.starts' : 'announcements.since')} <Time at={from} />
            </>
          )}
          {endsAt !== null && (
            <>
              {!isNew && ' · '}
              {t(state === 'over' ? 'announcements.ended' : 'announcements.ends')} <Time at={endsAt} />
            </>
          )}
        </Text>
      )}
    </>
  );
}
