import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Enum, Nullable, NullableDateTime, Text } from './schema.ts';
import { ROLES } from './words.ts';

const Role = Enum(ROLES);
const Name = Text({ min: 1, max: 100, notBlank: true });
const Email = Type.String({
  pattern: '^[^\\s@\\p{C}]+@[^\\s@\\p{C}]+$',
  minLength: 3,
  maxLength: 254,
  description: 'Compared without regard to case.',
});
/** NIST SP 800-63B, section 3.1.1: length counts, composition does not. */
const NewPassword = Text({ min: 12, max: 200, description: '12 to 200 characters.' });
const Password = Text({ min: 1, max: 200 });
/** Six digits of an authenticator app, or a recovery code. */
const Code = Text({ min: 6, max: 40, description: 'Six digits of the authenticator app, or a recovery code.' });
const ProjectIds = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', maxLength: 100 },
  maxItems: 1000,
  description: 'The projects that it may work in; null: all, those to come included.',
});

const CreatedBy = Nullable(
  Type.String({ description: 'The id of the member or API key that created it; null: an operator of the server.' }),
);

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

export const SignInRequest = ClosedObject({
  email: Text({ min: 1, max: 254 }),
  password: Password,
  code: Type.Optional(Code),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const SessionResponse = Type.Object({ member: MemberResponse, expiresAt: DateTime() });
export type SessionResponse = Static<typeof SessionResponse>;

export const InvitationResponse = Type.Object({
  id: Type.String(),
  email: Nullable(Type.String({ description: 'null for the link that sets the first owner up.' })),
  role: Role,
  projectIds: Nullable(Type.Array(Type.String())),
  memberId: Nullable(
    Type.String({ description: 'Of the member whose new password it sets; null: it makes a member.' }),
  ),
  createdAt: DateTime(),
  expiresAt: DateTime(),
  createdBy: CreatedBy,
});
export type InvitationResponse = Static<typeof InvitationResponse>;
export const InvitationsResponse = Type.Object({ invitations: Type.Array(InvitationResponse) });
export type InvitationsResponse = Static<typeof InvitationsResponse>;

export const CreateInvitationRequest = ClosedObject({
  email: Email,
  role: Role,
  projectIds: Type.Optional(ProjectIds),
});
export type CreateInvitationRequest = Static<typeof CreateInvitationRequest>;

export const CreatedInvitationResponse = Type.Object({
  invitation: InvitationResponse,
  token: Type.String({
    description: 'Shown only this once. The link is `/join#<token>`, valid for 7 days and one use.',
  }),
});
export type CreatedInvitationResponse = Static<typeof CreatedInvitationResponse>;

const InvitationToken = Text({ min: 1, max: 100 });
export const LookAtInvitationRequest = ClosedObject({ token: InvitationToken });
export const AcceptInvitationRequest = ClosedObject({
  token: InvitationToken,
  /** Needed by a new member. */
  name: Type.Optional(Name),
  /** Needed where the invitation names none. */
  email: Type.Optional(Email),
  password: NewPassword,
  /** Needed by a member whose new password it sets and who has a second factor. */
  code: Type.Optional(Code),
});
export type AcceptInvitationRequest = Static<typeof AcceptInvitationRequest>;

export const UpdateAccountRequest = ClosedObject({
  name: Type.Optional(Name),
  currentPassword: Type.Optional(Password),
  newPassword: Type.Optional(NewPassword),
});
export type UpdateAccountRequest = Static<typeof UpdateAccountRequest>;

export const BeginTotpResponse = Type.Object({
  secret: Type.String({ description: 'Base32, for typing it in.' }),
  uri: Type.String({ description: 'otpauth:// for a QR code.' }),
});
export type BeginTotpResponse = Static<typeof BeginTotpResponse>;
export const ConfirmTotpRequest = ClosedObject({ code: Code });
export const RecoveryCodesResponse = Type.Object({
  recoveryCodes: Type.Array(Type.String({ description: 'Good for one sign-in each; shown only this once.' })),
});
export type RecoveryCodesResponse = Static<typeof RecoveryCodesResponse>;
export const EndTotpRequest = ClosedObject({ password: Password });

export const ApiKeyResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Role,
  projectIds: Nullable(Type.Array(Type.String())),
  createdAt: DateTime(),
  createdBy: CreatedBy,
  lastUsedAt: Nullable(DateTime('When the key was last used, to within a minute; null: never.')),
  expiresAt: Nullable(DateTime('Refused from then on; null: never.')),
  suspendedAt: Nullable(
    DateTime(
      'When the key was suspended because its creator lost access. It works again once another member takes it over. Null: not suspended.',
    ),
  ),
  revokedAt: Nullable(DateTime()),
});
export type ApiKeyResponse = Static<typeof ApiKeyResponse>;
export const ApiKeysResponse = Type.Object({ apiKeys: Type.Array(ApiKeyResponse) });
export type ApiKeysResponse = Static<typeof ApiKeysResponse>;
export const CreateApiKeyRequest = ClosedObject({
  name: Name,
  role: Role,
  projectIds: Type.Optional(ProjectIds),
  expiresAt: Type.Optional(
    NullableDateTime('When the key stops working, in the future; null or absent: it does not expire.'),
  ),
});
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>;
export const TakeOverApiKeysRequest = ClosedObject({
  apiKeyIds: Type.Array(Text({ max: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Suspended keys. All of them are taken over, or none.',
  }),
});
export const CreatedApiKeyResponse = Type.Object({
  apiKey: ApiKeyResponse,
  key: Type.String({ description: 'Shown only this once.' }),
});
export type CreatedApiKeyResponse = Static<typeof CreatedApiKeyResponse>;

export const AuditEntryResponse = Type.Object({
  id: Type.String(),
  at: DateTime(),
  actor: Type.Object({ type: Enum(['member', 'api_key', 'system'] as const), id: Type.String(), name: Type.String() }),
  action: Type.String({ description: 'The operation, by its name in the OpenAPI document.' }),
  projectId: Nullable(Type.String()),
  target: Nullable(Type.String({ description: 'The id of what it was done to.' })),
  details: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'What was asked for, without any text or secret, 8 KiB at most. A list has 100 entries at most; where it had more, `<name>Count` says how many.',
  }),
});
export type AuditEntryResponse = Static<typeof AuditEntryResponse>;
export const AuditQuery = Type.Object({
  actorId: Type.Optional(Text({ max: 100 })),
  action: Type.Optional(Text({ max: 60 })),
  cursor: Type.Optional(Text({ max: 100 })),
});
export const AuditResponse = Type.Object({
  entries: Type.Array(AuditEntryResponse, { description: 'Newest first; 100 at most.' }),
  nextCursor: Nullable(Type.String()),
});
export type AuditResponse = Static<typeof AuditResponse>;
