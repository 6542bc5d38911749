import { PLAYER_DATA_PROBLEMS } from '@player-support/contract/enums';
import type { Translate } from '../../i18n/text.ts';

/** Problems of the response itself. */
const IN_RESPONSE = ['media-type', 'compressed', 'too-large', 'not-utf-8', 'not-json', 'invalid'] as const;

/** Unknown problems end with a status. */
export function playerDataError(error: string, t: Translate): string {
  const inResponse = IN_RESPONSE.find((one) => one === error);
  if (inResponse !== undefined) return `${t('player-data.error.answer')} ${t(`player-data.error.${inResponse}`)}`;
  const known = PLAYER_DATA_PROBLEMS.find((one) => one === error);
  return known === undefined
    ? t('player-data.error.status', { status: error.replace(/^\D+/, '') })
    : t(`player-data.error.${known}`);
}
