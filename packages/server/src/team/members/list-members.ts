import { MembersResponse } from '@player-support/contract/team/members';
import { hasRole } from '../../domain/access.ts';
import { operation } from '../../operations/operation.ts';
import { relyingParty } from '../relying-party.ts';
import { listedMembers, presentColleague } from './present-member.ts';

export const listMembers = operation({
  id: 'ListMembers',
  tag: 'Members',
  summary: 'List the members of the team',
  description: 'Oldest first.',
  method: 'GET',
  url: '/api/v1/team/members',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: MembersResponse },

  async handle(call, context) {
    const { store } = context;
    const members = hasRole(call.caller, 'admin')
      ? await listedMembers(store, relyingParty(call, context).id)
      : (await store.members.list()).map(presentColleague);
    return { status: 200, body: { members } };
  },
});
