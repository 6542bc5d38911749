import type { Role } from '@player-support/contract/enums';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';

/** Here, with a password or a passkey. */
export function mayUsePassword({ oidc }: Pick<Config, 'oidc'>, role: Role): boolean {
  return oidc.issuer === '' || oidc.passwords === 'all' || role === 'owner';
}

/** Returns 403 for members who must use the provider. */
export function passwordRefused({ oidc }: Pick<Config, 'oidc'>): AppError {
  return new AppError('forbidden', {
    detail: `Only owners can use a password or passkey here. Sign in with ${oidc.name}.`,
  });
}
