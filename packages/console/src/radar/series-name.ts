import type { RadarSeries } from '@player-support/contract/team/radar';
import type { Translate } from '../i18n/text.ts';

export type Key = Pick<RadarSeries, 'build' | 'platform' | 'type'>;

const MS_PER_HOUR = 3_600_000;
/** Stands for all values without a row of their own. */
const REST = '*';

/** Names a build or platform, also one that the game did not send. */
export const valueText = (field: 'build' | 'platform', value: string | null, t: Translate) =>
  value === null ? t(`radar.unknown.${field}`) : isRest(value) ? t('radar.rest') : value;

export const isRest = (value: string) => value === REST;

export const keyOf = ({ build, platform, type }: Key) => JSON.stringify([build, platform, type]);

export const hourAt = (from: string, index: number) => Date.parse(from) + index * MS_PER_HOUR;
