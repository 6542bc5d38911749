import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Nullable, Text } from '../schema.ts';
import { Code, Email, NewPassword } from './credentials.ts';
import { CreatedBy, Name, ProjectIds, Role } from './fields.ts';

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
