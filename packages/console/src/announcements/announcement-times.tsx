import { Badge, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useText } from '../i18n/text.ts';
import { Time } from '../ui/time.tsx';
import { announcementState, isBeginning, isWithheld } from './announcement-time.ts';

const MINUTE_MS = 60_000;
const COLORS = { scheduled: 'blue', active: 'green', ended: 'gray' } as const;

export function AnnouncementTimes({ announcement }: { readonly announcement: AnnouncementResponse }) {
  const { t } = useText();
  const state = announcementState(announcement, Date.now());
  const { startsAt, endsAt, createdAt, retractedAt } = announcement;
  const isRetracted = state === 'ended' && retractedAt !== null;
  const from = startsAt ?? createdAt;
  const notSent = isWithheld(announcement);
  // Avoids "began now", a start that does not come, and what the badge says.
  const hidesStart =
    notSent ||
    isBeginning(announcement, Date.now()) ||
    (state === 'active' && Date.now() - Date.parse(from) < MINUTE_MS);
  return (
    <>
      <Badge variant="dot" color={isRetracted ? 'red' : COLORS[state]}>
        {t(
          notSent
            ? 'announcements.withheld'
            : isRetracted
              ? 'announcements.retracted'
              : isBeginning(announcement, Date.now())
                ? 'announcements.beginning'
                : `announcements.${state}`,
        )}
      </Badge>
      {(!hidesStart || endsAt !== null) && (
        <Text size="sm" c="dimmed">
          {!hidesStart && (
            <>
              {t(state === 'scheduled' ? 'announcements.starts' : 'announcements.since')} <Time at={from} />
            </>
          )}
          {endsAt !== null && (
            <>
              {!hidesStart && ' · '}
              {t(
                isRetracted
                  ? 'announcements.retracted-at'
                  : state === 'ended'
                    ? 'announcements.ended-at'
                    : 'announcements.ends',
              )}{' '}
              <Time at={endsAt} />
            </>
          )}
        </Text>
      )}
    </>
  );
}
