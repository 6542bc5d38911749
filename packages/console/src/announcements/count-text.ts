import type { PlayerCount } from '@player-support/contract/team/announcements';
import type { Translate } from '../i18n/text.ts';

/** Rounds to as many digits as the margin leaves: 12,345 ± 678 is 12,300. */
function rounded(value: number, margin: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, margin))));
  return Math.round(value / unit) * unit;
}

/** Writes a number of players, such as `about 12,300 (± 700)`. */
export function countText({ players, precision, margin }: PlayerCount, t: Translate, language: string): string {
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  if (precision === 'exact') return number(players);
  if (precision === 'at-least') return t('announcements.at-least', { players: number(players) });
  if (players === 0) return t('announcements.at-most', { players: number(margin) });
  return t('announcements.about', {
    players: number(rounded(players, margin)),
    margin: number(rounded(margin, margin)),
  });
}
