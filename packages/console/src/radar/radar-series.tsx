import { Button, Group, Text } from '@mantine/core';
import type { RadarSeries, RadarSpike } from '@player-support/contract/team/radar';
import { useId, useState } from 'react';
import { regional } from '../i18n/language.ts';
import { useText } from '../i18n/text.ts';
import { isolated } from '../ui/isolated.ts';
import { RadarChart } from './radar-chart.tsx';
import { RadarTable } from './radar-table.tsx';
import { hourAt, keyOf, valueText } from './series-name.ts';
import { useSeriesNames } from './use-series-names.ts';

interface Props {
  readonly projectId: string;
  readonly series: RadarSeries;
  readonly from: string;
  readonly spikes: readonly RadarSpike[];
}

export function SeriesPanel({ projectId, series, from, spikes }: Props) {
  const { t, language } = useText();
  const { nameOf, typeOf } = useSeriesNames(projectId);
  const name = nameOf(series);
  const [isOpen, setOpen] = useState(false);
  const table = useId();
  const own = spikes.filter((spike) => keyOf(spike) === keyOf(series));
  const isSpike = (index: number) => {
    const at = hourAt(from, index);
    return own.some((spike) => at >= Date.parse(spike.from) && at < Date.parse(spike.to));
  };
  const count = series.tickets.reduce((sum, value) => sum + value, 0);
  const players = series.players.reduce((sum, value) => sum + value, 0);
  const rates = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  const rate = players === 0 ? [] : [t('radar.rate', { rate: rates.format((1000 * count) / players) })];
  const dates = new Intl.DateTimeFormat(regional(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <li className="radar-series">
      <Text fw={600} size="sm" className="user-text">
        {isolated(typeOf(series.type))}{' '}
        <Text span size="sm" fw={400} c="dimmed">
          {isolated(valueText('build', series.build, t))} · {isolated(valueText('platform', series.platform, t))}
        </Text>
      </Text>
      <Text size="sm" c="dimmed">
        {[t('radar.tickets', { count }), ...rate].join(' · ')}
      </Text>
      <RadarChart name={name} series={series} isSpike={isSpike} />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {dates.format(hourAt(from, 0))} – {dates.format(hourAt(from, series.tickets.length))}
        </Text>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t('radar.table.show.for', { name })}
          aria-expanded={isOpen}
          aria-controls={table}
          onClick={() => setOpen(!isOpen)}
        >
          {t('radar.table.show')}
        </Button>
      </Group>
      <div id={table}>{isOpen && <RadarTable name={name} series={series} from={from} isSpike={isSpike} />}</div>
    </li>
  );
}
