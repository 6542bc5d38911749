import type { RevokedGrants } from '../team/revoke-grants.ts';

/** Says which grants of a member or key ended with its access. */
export function revokedGrantsText({ suspendedKeys, deletedLinks }: RevokedGrants): string {
  return `API keys suspended: ${suspendedKeys}, links deleted: ${deletedLinks}`;
}
