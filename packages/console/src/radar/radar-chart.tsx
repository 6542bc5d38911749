import type { RadarSeries } from '@player-support/contract/team/radar';
import { useText } from '../i18n/text.ts';

const HEIGHT = 72;
/** The width of an hour. A bar takes most of it. */
const STEP = 10;
const BAR = 7;
/** So that one ticket shows beside many. */
const MIN_BAR = 2;

interface Props {
  readonly name: string;
  readonly series: RadarSeries;
  readonly isSpike: (index: number) => boolean;
}

/** Shows bars for each hour over the usual range. The table has the same numbers. */
export function RadarChart({ name, series, isSpike }: Props) {
  const { t } = useText();
  const { tickets, high, low } = series;
  const most = Math.max(...tickets);
  const scale = Math.ceil(Math.max(4, most, ...high.map((value) => value ?? 0)));
  const y = (value: number) => HEIGHT - (value / scale) * HEIGHT;
  const usual = high[tickets.indexOf(most)] ?? null;
  const facts = { name, count: tickets.reduce((sum, value) => sum + value, 0), most };
  const hasSpike = tickets.some((_, index) => isSpike(index));
  const label =
    usual === null
      ? t('radar.chart.learning', facts)
      : t(hasSpike ? 'radar.chart.spike' : 'radar.chart', { ...facts, high: usual });
  const width = tickets.length * STEP;
  return (
    <div className="radar-plot">
      <div className="radar-scale" aria-hidden>
        <span>{scale}</span>
        <span>0</span>
      </div>
      <svg
        className="radar-chart"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path className="radar-usual" d={usualArea(low, high, y)} />
        {tickets.map((value, index) => {
          const height = value === 0 ? 0 : Math.max(MIN_BAR, HEIGHT - y(value));
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: each index is an hour
              key={index}
              className={isSpike(index) ? 'radar-bar radar-bar-spike' : 'radar-bar'}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
        <line className="radar-axis" x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
      </svg>
    </div>
  );
}

/** Draws steps, one for each known hour. */
function usualArea(low: RadarSeries['low'], high: RadarSeries['high'], y: (value: number) => number): string {
  const steps = high.map((value, index) => {
    const from = low[index] ?? null;
    if (value === null || from === null) return '';
    const [left, right] = [index * STEP, (index + 1) * STEP];
    return `M${left},${y(value)}H${right}V${y(from)}H${left}Z`;
  });
  return steps.join('');
}
