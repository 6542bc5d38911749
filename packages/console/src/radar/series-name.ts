import type { RadarSeries } from '@player-support/contract/team/radar';
import type { Translate } from '../i18n/text.ts';

export type Key = Pick<RadarSeries, 'build' | 'platform' | 'type'>;

const MS_PER_HOUR = 3_600_000;
/** The name of what had no room of its own. */
const REST = '*';

/** What the radar shows for a build or platform, also if the game did not send it. */
export const valueText = (field: 'build' | 'platform', value: string | null, t: Translate) =>
  value === null ? t(`radar.unknown.${field}`) : isRest(value) ? t('radar.rest') : value;

/** Whether a value stands for all that had no room of their own. */
export const isRest = (value: string) => value === REST;

export const keyOf = ({ build, platform, type }: Key) => JSON.stringify([build, platform, type]);

/** The begin of an hour of the response. */
export const hourAt = (from: string, index: number) => Date.parse(from) + index * MS_PER_HOUR;
