/** What the player runs, as the game says. */
export interface PlayerContext {
  readonly appVersion: string | null;
  readonly buildNumber: string | null;
  readonly platform: string | null;
  readonly locale: string | null;
  readonly deviceModel: string | null;
  readonly osVersion: string | null;
}

type Sent = { readonly [Field in keyof PlayerContext]?: string | null };

function complete(sent: Sent): PlayerContext {
  const { appVersion, buildNumber, platform, locale, deviceModel, osVersion } = sent;
  return {
    appVersion: appVersion ?? null,
    buildNumber: buildNumber ?? null,
    platform: platform ?? null,
    locale: locale ?? null,
    deviceModel: deviceModel ?? null,
    osVersion: osVersion ?? null,
  };
}

/** A context as it is stored, with only the known fields; null if none was sent. */
export function storedContext(sent: Sent | null | undefined): string | null {
  return sent === null || sent === undefined ? null : JSON.stringify(complete(sent));
}

/** A stored context with all fields; null for unknown values. */
export function shownContext(stored: string | null): PlayerContext {
  return complete(stored === null ? {} : (JSON.parse(stored) as Sent));
}

/**
 * The text of a field with this value in a stored context. A search for it finds nothing else,
 * because each quote inside a value has a backslash before it.
 */
export function contextPair(field: keyof PlayerContext, value: string): string {
  return `${JSON.stringify(field)}:${JSON.stringify(value)}`;
}
