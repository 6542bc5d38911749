import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, NamedObject } from '../schema.ts';
import { ProjectIds, Role } from './fields.ts';

export const MemberResponse = NamedObject('MemberResponse', {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  projectIds: ProjectIds,
  disabled: Type.Boolean({ description: 'A disabled member cannot sign in.' }),
  totp: Type.Boolean({ description: 'Whether the member signs in with a second factor.' }),
  createdAt: DateTime(),
});
export type MemberResponse = Static<typeof MemberResponse>;

export const MembersResponse = NamedObject('MembersResponse', { members: Type.Array(MemberResponse) });

export const UpdateMemberRequest = ClosedObject('UpdateMemberRequest', {
  role: Type.Optional(Role),
  projectIds: Type.Optional(ProjectIds),
  disabled: Type.Optional(
    Type.Boolean({
      description:
        "true ends all sessions of the member, deletes the links that the member created and suspends the member's API keys.",
    }),
  ),
});
export type UpdateMemberRequest = Static<typeof UpdateMemberRequest>;
