import type { IdentitySettingsResponse } from '@player-support/contract/team/identity';
import { iso } from '../../domain/time.ts';
import type { ProjectIdentityRow } from '../../store/tables.ts';

/** Shows them without the shared secret. */
export function presentIdentity(row: ProjectIdentityRow, sharesTokens: boolean): IdentitySettingsResponse {
  return {
    jwksUrl: row.jwks_url,
    publicKey: row.public_key,
    hasSecret: row.secret !== null,
    audience: row.audience,
    issuer: row.issuer,
    sharesTokens,
    updatedAt: iso(row.updated_at),
  };
}
