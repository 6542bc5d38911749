import { regional } from '../i18n/language.ts';
import '@mantine/core/styles/Table.css';
import { ScrollArea, Table } from '@mantine/core';
import type { RadarSeries } from '@player-support/contract/team/radar';
import { useText } from '../i18n/text.ts';
import { hourAt } from './series-name.ts';

interface Props {
  readonly name: string;
  readonly series: RadarSeries;
  readonly from: string;
  readonly isSpike: (index: number) => boolean;
}

/** The newest hour comes first. */
export function RadarTable({ name, series, from, isSpike }: Props) {
  const { t, language } = useText();
  const hours = new Intl.DateTimeFormat(regional(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const zoned = new Intl.DateTimeFormat(regional(language), { timeZoneName: 'short' }).formatToParts(hourAt(from, 0));
  const zone = zoned.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const numbers = new Intl.NumberFormat(language);
  const rates = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const rows = series.tickets.map((tickets, index) => {
    const players = series.players[index] ?? 0;
    const high = series.high[index] ?? null;
    return {
      index,
      tickets,
      players,
      usual: high === null ? '–' : `${numbers.format(series.low[index] ?? 0)}–${numbers.format(high)}`,
      rate: players === 0 ? '–' : rates.format((1000 * tickets) / players),
    };
  });
  return (
    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': name }}>
      <Table stickyHeader horizontalSpacing="xs" className="radar-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('radar.table.hour', { zone })}</Table.Th>
            <Table.Th>{t('radar.table.tickets')}</Table.Th>
            <Table.Th>{t('radar.table.usual')}</Table.Th>
            <Table.Th>{t('radar.table.players')}</Table.Th>
            <Table.Th>{t('radar.table.rate')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.reverse().map(({ index, tickets, usual, players, rate }) => (
            <Table.Tr key={index} className={isSpike(index) ? 'radar-row-spike' : undefined}>
              <Table.Th scope="row">{hours.format(hourAt(from, index))}</Table.Th>
              <Table.Td>{numbers.format(tickets)}</Table.Td>
              <Table.Td>{usual}</Table.Td>
              <Table.Td>{numbers.format(players)}</Table.Td>
              <Table.Td>{rate}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
