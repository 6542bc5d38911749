import type { RevokedGrants } from '../team/revoke-grants.ts';

/** Says which grants of a member or key ended with its access. */
export function revokedGrantsText({ suspendedKeys, deletedLinks, withheldIn }: RevokedGrants): string {
  return `API keys suspended: ${suspendedKeys}, links deleted: ${deletedLinks}, announcements withheld: ${withheldIn.length}`;
}
