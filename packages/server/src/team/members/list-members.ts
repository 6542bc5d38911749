import { MembersResponse } from '@player-support/contract/team/members';
import { hasRole } from '../../domain/access.ts';
import { operation } from '../../operations/operation.ts';
import { presentColleague, presentListedMember } from './present-member.ts';

export const listMembers = operation({
  id: 'ListMembers',
  summary: 'List the members of the team',
  description: 'Oldest first.',
  method: 'GET',
  url: '/api/v1/team/members',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: MembersResponse },

  async handle({ caller }, { store }) {
    const members = await store.members.list();
    if (!hasRole(caller, 'admin')) return { status: 200, body: { members: members.map(presentColleague) } };
    const webhooks = await store.notificationSettings.webhooks();
    const addresses = new Map(webhooks.map(({ member_id, address }) => [member_id, address]));
    const withPasskey = await store.passkeys.membersWithPasskey();
    const body = {
      members: members.map((row) =>
        presentListedMember(row, addresses.get(row.member_id), withPasskey.has(row.member_id)),
      ),
    };
    return { status: 200, body };
  },
});
