import type { Config } from '../../src/config/config.ts';

type Group = 'attachments' | 'limits' | 'live' | 'postgres';

/** Other values of a config, also of constants, which have no environment variable. */
export type ConfigChanges = Partial<Omit<Config, Group>> & { readonly [Name in Group]?: Partial<Config[Name]> };

export function withChanges(config: Config, changes: ConfigChanges): Config {
  return {
    ...config,
    ...changes,
    attachments: { ...config.attachments, ...changes.attachments },
    limits: { ...config.limits, ...changes.limits },
    live: { ...config.live, ...changes.live },
    postgres: { ...config.postgres, ...changes.postgres },
  };
}
