import type { PlayerDataSettings } from '@player-support/contract/team/player-data';
import { isSealed, SecretKeyMissingError } from '../../domain/sealed-text.ts';

/**
 * Shows the settings to admins. `secret`: a new one. Null: not shown. Throws SecretKeyMissingError.
 */
export function presentPlayerDataSettings(url: string | null, secret: string | null): PlayerDataSettings {
  if (url !== null && isSealed(url)) throw new SecretKeyMissingError();
  return { url, secret };
}
