import { Stack, Text } from '@mantine/core';
import type { RadarSpike } from '@player-support/contract/team/radar';
import { useQuery } from '@tanstack/react-query';
import { queueKeys } from '../data/queries/queue.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { keyOf } from './series-name.ts';
import { ticketsOfSpike } from './tickets-of-spike.ts';

interface Props {
  readonly projectId: string;
  readonly spike: RadarSpike;
}

/** Says what saving does with the spike's tickets. */
export function SpikeHint({ projectId, spike }: Props) {
  const { t } = useText();
  const { data } = useQuery({
    queryKey: [...queueKeys.all, 'spike', projectId, keyOf(spike), spike.from],
    queryFn: () => ticketsOfSpike(projectId, spike),
  });
  // The known issue can be created without the tickets.
  if (data === undefined) return null;
  const [most] = data.linked;
  return (
    <Stack gap={4} role="status">
      {most !== undefined && (
        <Text size="sm">
          {t('radar.spike.linked-already', { count: most.count })}{' '}
          <AnchorLink
            to="/known-issues/$knownIssueId"
            params={{ knownIssueId: most.issue.id }}
            size="sm"
            underline="always"
            dir="auto"
          >
            {most.issue.title}
          </AnchorLink>
        </Text>
      )}
      <Text size="sm">{t('radar.spike.will-link', { count: data.free.length })}</Text>
    </Stack>
  );
}
