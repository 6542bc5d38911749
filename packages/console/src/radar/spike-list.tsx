import { Button, Group, Text } from '@mantine/core';
import type { RadarSpike } from '@player-support/contract/team/radar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { knownIssuesKey } from '../data/queries/known-issues.ts';
import { queueKeys } from '../data/queries/queue.ts';
import { useHasRole } from '../data/session/session.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { IssueDialog } from '../parts/known-issues/issue-dialog.tsx';
import { withoutDirection } from '../ui/isolated.ts';
import { AnchorLink } from '../ui/link.tsx';
import { notifySuccess } from '../ui/notify.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import { keyOf } from './series-name.ts';
import { SpikeHint } from './spike-hint.tsx';
import { linkTickets } from './tickets-of-spike.ts';
import { useSeriesNames } from './use-series-names.ts';

const HOURS_PER_YEAR = 365 * 24;
const HOURS_PER_MONTH = 30 * 24;
/** The server's maximum. */
const MAX_YEARS = 1000;

/** Says how unlikely a spike is. */
export function rarityText(oncePerHours: number, t: Translate): string {
  const years = oncePerHours / HOURS_PER_YEAR;
  if (years >= MAX_YEARS * 0.99) return t('radar.spike.never');
  if (years >= 1) return t('radar.spike.year', { count: Number(years.toPrecision(2)) });
  return t('radar.spike.month', { count: Math.max(1, Math.round(oncePerHours / HOURS_PER_MONTH)) });
}

const dayOf = (time: number) => {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

interface Props {
  readonly projectId: string;
  readonly spikes: readonly RadarSpike[];
}

export function SpikeList({ projectId, spikes }: Props) {
  const { t, language } = useText();
  const { nameOf, typeOf } = useSeriesNames(projectId);
  const canWrite = useHasRole('agent');
  const queryClient = useQueryClient();
  const [proposed, setProposed] = useState<RadarSpike | undefined>();
  const link = useMutation({
    mutationFn: ({ spike, issueId }: { readonly spike: RadarSpike; readonly issueId: string }) =>
      linkTickets(projectId, spike, issueId),
    onSuccess: (count) => notifySuccess(t('radar.spike.linked', { count })),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: knownIssuesKey });
      void queryClient.invalidateQueries({ queryKey: queueKeys.all });
    },
  });
  if (spikes.length === 0) return <Text c="dimmed">{t('radar.spikes.none')}</Text>;
  const numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  return (
    <>
      <Rows label={t('radar.spikes')}>
        {spikes.map((spike) => {
          const name = nameOf(spike);
          const { tickets, players, expected, oncePerHours, from, to, type, build, platform } = spike;
          return (
            <Row
              key={`${keyOf(spike)} ${from}`}
              actions={
                <Group gap="sm">
                  <AnchorLink
                    to="/queue"
                    search={{
                      ...{ view: 'all', project: projectId, type },
                      platform: platform ?? undefined,
                      version: build ?? undefined,
                      from: dayOf(Date.parse(from)),
                      to: dayOf(Date.parse(to) - 1),
                    }}
                    size="sm"
                    aria-label={t('radar.spike.show.for', { name })}
                  >
                    {t('radar.spike.show')}
                  </AnchorLink>
                  {canWrite && (
                    <Button
                      variant="default"
                      size="xs"
                      loading={link.isPending && link.variables.spike === spike}
                      aria-label={t('radar.spike.create.for', { name })}
                      onClick={() => setProposed(spike)}
                    >
                      {t('radar.spike.create')}
                    </Button>
                  )}
                </Group>
              }
            >
              <Group gap="xs">
                <Group gap="xs" wrap="nowrap" miw={0}>
                  <span className="radar-mark" aria-hidden />
                  <Text fw={600} className="user-text">
                    {name}
                  </Text>
                </Group>
                <Text size="sm" c="dimmed">
                  <Time at={from} />
                </Text>
              </Group>
              <Text size="sm">{rarityText(oncePerHours, t)}</Text>
              <Text size="sm" c="dimmed">
                {t('radar.spike.facts', {
                  tickets: numbers.format(tickets),
                  expected: numbers.format(expected),
                  players: new Intl.NumberFormat(language).format(players),
                })}
              </Text>
            </Row>
          );
        })}
      </Rows>
      {proposed !== undefined && (
        <IssueDialog
          issue={undefined}
          projectId={projectId}
          proposal={{
            key: `${keyOf(proposed)} ${proposed.from}`,
            title: t('radar.spike.title', {
              type: withoutDirection(typeOf(proposed.type)),
              name: withoutDirection([proposed.build, proposed.platform].filter((value) => value !== null).join(', ')),
            }),
            builds: proposed.build === null ? [] : [proposed.build],
            platforms: proposed.platform === null ? [] : [proposed.platform],
          }}
          hint={<SpikeHint projectId={projectId} spike={proposed} />}
          onClose={() => setProposed(undefined)}
          onSaved={({ id }) => link.mutate({ spike: proposed, issueId: id })}
        />
      )}
    </>
  );
}
