import type { revokeGrantsOf } from '../team/revoke-grants.ts';

type RevokedGrants = Awaited<ReturnType<typeof revokeGrantsOf>>;

export function revokedGrantsText({ suspendedKeys, deletedLinks, withheldIn }: RevokedGrants): string {
  return `API keys suspended: ${suspendedKeys}, links deleted: ${deletedLinks}, announcements withheld: ${withheldIn.length}`;
}
