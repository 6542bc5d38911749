import type { ListedMemberResponse } from '@player-support/contract/team/members';
import type { Store } from '../../store/store.ts';
import { presentListedMember } from './present-member.ts';

/** Oldest first. */
export async function listedMembers(store: Store): Promise<ListedMemberResponse[]> {
  const members = await store.members.list();
  const webhooks = await store.notificationSettings.webhooks();
  const addresses = new Map(webhooks.map(({ member_id, address }) => [member_id, address]));
  const withPasskey = await store.passkeys.membersWithPasskey();
  return members.map((row) => presentListedMember(row, addresses.get(row.member_id), withPasskey.has(row.member_id)));
}
