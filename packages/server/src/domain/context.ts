import type { PlayerContext } from '@player-support/contract/team/players';

type PartialContext = { readonly [Field in keyof PlayerContext]?: string | null };

/** Earlier versions also stored empty texts. */
function complete(sent: PartialContext): PlayerContext {
  const { appVersion, buildNumber, platform, locale, deviceModel, osVersion } = sent;
  return {
    appVersion: appVersion || null,
    buildNumber: buildNumber || null,
    platform: platform || null,
    locale: locale || null,
    deviceModel: deviceModel || null,
    osVersion: osVersion || null,
  };
}

/** Keeps only the fields of PlayerContext. Null: none was sent. */
export const serializeContext = (sent: PartialContext | null | undefined): string | null =>
  sent === null || sent === undefined ? null : JSON.stringify(complete(sent));

/** Values that were not sent are null. */
export const parseContext = (stored: string | null): PlayerContext =>
  complete(stored === null ? {} : (JSON.parse(stored) as PartialContext));
