import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, NamedObject, Nullable } from '../schema.ts';
import { ProjectIds, Role } from './fields.ts';

export const MemberResponse = NamedObject('MemberResponse', {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  projectIds: ProjectIds,
  disabled: Type.Boolean({ description: 'A disabled member cannot sign in.' }),
  totp: Type.Boolean({ description: 'Whether the member signs in with a second factor.' }),
  oidc: Type.Boolean({ description: 'Whether the member signs in with the provider of single sign-on.' }),
  createdAt: DateTime(),
});
export type MemberResponse = Static<typeof MemberResponse>;

export const ListedMemberResponse = NamedObject('ListedMemberResponse', {
  ...MemberResponse.properties,
  email: Nullable(Type.String({ description: 'null: your role is below admin.' })),
  totp: Nullable(
    Type.Boolean({
      description: 'Whether the member signs in with a second factor. null: your role is below admin.',
    }),
  ),
  oidc: Nullable(
    Type.Boolean({
      description: 'Whether the member signs in with the provider of single sign-on. null: your role is below admin.',
    }),
  ),
  passkey: Nullable(Type.Boolean({ description: 'Whether the member has a passkey. null: your role is below admin.' })),
  passkeyUsable: Nullable(
    Type.Boolean({
      description: 'Whether one of the passkeys works at the address of this server. null: your role is below admin.',
    }),
  ),
  wrongCodesAt: Nullable(
    DateTime(
      'When somebody who knows the password entered too many wrong codes. null: never, the member knows, or your role is below admin.',
    ),
  ),
  webhookHost: Nullable(
    Type.String({ description: "The host of the member's webhook. null: no webhook, or your role is below admin." }),
  ),
});
export type ListedMemberResponse = Static<typeof ListedMemberResponse>;

export const MembersResponse = NamedObject('MembersResponse', { members: Type.Array(ListedMemberResponse) });

export const UpdateMemberRequest = ClosedObject('UpdateMemberRequest', {
  role: Type.Optional(Role),
  projectIds: Type.Optional(ProjectIds),
  oidc: Type.Optional(
    Type.Literal(false, {
      description:
        'Ends the sessions that began at the provider, and forgets the account there. At the next sign-in, the account with the same verified e-mail address takes its place.',
    }),
  ),
  disabled: Type.Optional(
    Type.Boolean({
      description:
        "true ends all sessions of the member, removes the member's webhook, deletes the links that the member created and suspends the member's API keys.",
    }),
  ),
});
export type UpdateMemberRequest = Static<typeof UpdateMemberRequest>;
