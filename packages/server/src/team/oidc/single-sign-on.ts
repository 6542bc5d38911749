import type { Logger } from 'pino';
import type { Context } from '../../operations/context.ts';
import type { ProjectCache } from '../../store/project-cache.ts';
import { createProvider, type Provider } from './provider.ts';
import { createRecheck, type Recheck } from './recheck-session.ts';

declare module '../../operations/context.ts' {
  interface Parts {
    /** Undefined: members sign in only here. */
    readonly oidc: SingleSignOn | undefined;
  }
}

interface SingleSignOnOptions extends Pick<Context, 'config' | 'store' | 'live' | 'clock'> {
  readonly projectCache: ProjectCache;
  readonly logger: Logger;
}

export interface SingleSignOn {
  readonly provider: Provider;
  readonly recheck: Recheck;
}

/** Undefined without OIDC_ISSUER. */
export function createSingleSignOn(options: SingleSignOnOptions): SingleSignOn | undefined {
  const { config, clock } = options;
  if (config.oidc.issuer === '') return undefined;
  const provider = createProvider(config, clock);
  return { provider, recheck: createRecheck({ ...options, provider }) };
}
