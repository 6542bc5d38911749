import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Nullable } from '../schema.ts';
import { ProjectIds, Role } from './fields.ts';

export const MemberResponse = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  projectIds: Nullable(Type.Array(Type.String())),
  disabled: Type.Boolean(),
  totp: Type.Boolean({ description: 'Whether signing in takes a second factor.' }),
  createdAt: DateTime(),
});
export type MemberResponse = Static<typeof MemberResponse>;

export const MembersResponse = Type.Object({ members: Type.Array(MemberResponse) });
export type MembersResponse = Static<typeof MembersResponse>;

export const UpdateMemberRequest = ClosedObject({
  role: Type.Optional(Role),
  projectIds: Type.Optional(ProjectIds),
  disabled: Type.Optional(
    Type.Boolean({
      description: 'Signs the member out everywhere, deletes the links that it created and suspends its API keys.',
    }),
  ),
});
export type UpdateMemberRequest = Static<typeof UpdateMemberRequest>;
