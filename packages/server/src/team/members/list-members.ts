import { MembersResponse } from '@player-support/contract/team/members';
import { operation } from '../../operations/operation.ts';
import { presentMember } from './present-member.ts';

export const listMembers = operation({
  id: 'ListMembers',
  summary: 'List the members of the team',
  description: 'Oldest first.',
  method: 'GET',
  url: '/api/v1/team/members',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: MembersResponse },

  async handle(_call, { store }) {
    return { status: 200, body: { members: (await store.members.list()).map(presentMember) } };
  },
});
