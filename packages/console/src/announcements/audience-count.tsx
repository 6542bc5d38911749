import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Audience } from '@player-support/contract/team/announcements';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { audienceCountQuery } from '../data/queries/announcements.ts';
import { useText } from '../i18n/text.ts';
import { countText } from './count-text.ts';

/** Counting reads many players, so it waits for this long without a change. */
const QUIET_MS = 500;

interface Props {
  readonly projectId: string;
  readonly audience: Audience | null;
  readonly disabled: boolean;
}

export function AudienceCount({ projectId, audience, disabled }: Props) {
  const { t, language } = useText();
  const json = JSON.stringify({ projectId, audience });
  const [quiet] = useDebouncedValue(json, QUIET_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...audienceCountQuery(quiet),
    enabled: projectId !== '' && !disabled,
    placeholderData: keepPreviousData,
  });
  const isOld = quiet !== json || isPlaceholderData;
  return (
    <Text size="sm" mt="sm" role="status" c="dimmed">
      {error !== null && !isOld
        ? t(
            error instanceof ApiError && error.slug === 'validation'
              ? 'announcements.count.wrong'
              : 'announcements.count.failed',
          )
        : data === undefined || isOld || disabled
          ? t('announcements.count.wait')
          : t('announcements.count', { players: countText(data, t, language), count: data.activeDays })}
    </Text>
  );
}
