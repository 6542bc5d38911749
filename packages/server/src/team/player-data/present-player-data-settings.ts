import type { PlayerDataSettings } from '@player-support/contract/team/player-data';
import { isSealed, SecretKeyMissingError } from '../../domain/sealed-text.ts';

/**
 * The settings as an admin sees them. @param secret a new one. Null: it is not shown
 *
 * @throws SecretKeyMissingError
 */
export function presentPlayerDataSettings(url: string | null, secret: string | null): PlayerDataSettings {
  if (url !== null && isSealed(url)) throw new SecretKeyMissingError();
  return { url, secret };
}
