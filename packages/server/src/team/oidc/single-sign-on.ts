import type { Context } from '../../operations/context.ts';
import { createProvider } from './provider.ts';
import { createRecheck, type RecheckOptions } from './recheck-session.ts';

declare module '../../operations/context.ts' {
  interface Parts {
    /** Undefined: members sign in only here. */
    readonly oidc: SingleSignOn | undefined;
  }
}

/** Undefined without OIDC_ISSUER. */
export function createSingleSignOn({ config, ...options }: Pick<Context, 'config'> & RecheckOptions) {
  if (config.oidc.issuer === '') return undefined;
  const provider = createProvider(config, options.elapsed);
  return { provider, recheck: createRecheck(provider, config, options) };
}

export type SingleSignOn = NonNullable<ReturnType<typeof createSingleSignOn>>;
