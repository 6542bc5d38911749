import type { RevokedGrants } from '../team/revoke-grants.ts';

export function revokedGrantsText({ suspendedKeys, deletedLinks, withheldIn }: RevokedGrants): string {
  return `API keys suspended: ${suspendedKeys}, links deleted: ${deletedLinks}, announcements withheld: ${withheldIn.length}`;
}
