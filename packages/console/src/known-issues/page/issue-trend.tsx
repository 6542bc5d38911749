import type { KnownIssueReports } from '@player-support/contract/team/known-issues';
import { regional } from '../../i18n/language.ts';
import { useText } from '../../i18n/text.ts';

const HEIGHT = 48;
/** The width of a day. A bar takes most of it. */
const STEP = 10;
const BAR = 7;
/** So that one ticket shows beside many. */
const MIN_BAR = 2;

/** Shows linked tickets by day of creation. */
export function IssueTrend({ days }: Pick<KnownIssueReports, 'days'>) {
  const { t, language } = useText();
  const all = days.reduce((sum, { tickets }) => sum + tickets, 0);
  const most = Math.max(1, ...days.map(({ tickets }) => tickets));
  const width = days.length * STEP;
  // The days are those of UTC.
  const format = new Intl.DateTimeFormat(regional(language), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dayOf = (one: (typeof days)[number] | undefined) => (one === undefined ? '' : format.format(new Date(one.day)));
  return (
    <div>
      <svg
        className="issue-trend"
        role="img"
        aria-label={t('issue.trend.label', { count: all, days: days.length, most: all === 0 ? 0 : most })}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map((one, index) => {
          const height = one.tickets === 0 ? 0 : Math.max(MIN_BAR, (one.tickets / most) * HEIGHT);
          return (
            <rect key={one.day} x={index * STEP + (STEP - BAR) / 2} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${dayOf(one)}: ${t('issue.tickets', { count: one.tickets })}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <div className="issue-trend-days" aria-hidden>
        <span>{dayOf(days[0])}</span>
        <span>{dayOf(days.at(-1))}</span>
      </div>
    </div>
  );
}
