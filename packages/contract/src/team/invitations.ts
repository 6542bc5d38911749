import { type Static, Type } from 'typebox';
import { LINK_MAIL_RESULTS } from '../enums.ts';
import { ClosedObject, DateTime, Enum, NamedObject, Nullable, Text } from '../schema.ts';
import { Code, Email, NewPassword } from './credentials.ts';
import { CreatedBy, Name, ProjectIds, Role } from './fields.ts';
import { PasskeyProof } from './passkeys.ts';

export const InvitationResponse = NamedObject('InvitationResponse', {
  id: Type.String({ description: 'Not secret: it names the invitation, and opens no link.' }),
  email: Nullable(Type.String({ description: 'null: the link for the first owner.' })),
  role: Role,
  projectIds: ProjectIds,
  memberId: Nullable(
    Type.String({ description: 'The member who sets a new password. null: an invitation for a new member.' }),
  ),
  createdAt: DateTime(),
  expiresAt: DateTime(),
  createdBy: CreatedBy,
});
export type InvitationResponse = Static<typeof InvitationResponse>;

export const InvitationsResponse = NamedObject('InvitationsResponse', { invitations: Type.Array(InvitationResponse) });

export const CreateInvitationRequest = ClosedObject('CreateInvitationRequest', {
  email: Email,
  role: Role,
  projectIds: Type.Optional(ProjectIds),
});

export const CreatedInvitationResponse = NamedObject('CreatedInvitationResponse', {
  invitation: InvitationResponse,
  mail: Enum(
    LINK_MAIL_RESULTS,
    'sent: the mail server took a mail with the link. failed: send the link yourself. off: this server sends no mail.',
  ),
  token: Type.String({
    description:
      'The secret of the link, unlike `invitation.id`. Shown only this once. The link is `/join#<token>`. It works once, within 7 days.',
  }),
});
export type CreatedInvitationResponse = Static<typeof CreatedInvitationResponse>;

const InvitationToken = Text({ min: 1, max: 100 });

export const LookAtInvitationRequest = ClosedObject('LookAtInvitationRequest', { token: InvitationToken });

export const AcceptInvitationRequest = ClosedObject(
  'AcceptInvitationRequest',
  {
    token: InvitationToken,
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    password: NewPassword,
    code: Type.Optional(Code),
    passkey: Type.Optional(PasskeyProof),
  },
  {
    description:
      'A new member needs `name`. The first owner also needs `email`. A member with a second factor needs `code` or `passkey` to set a new password.',
  },
);
export type AcceptInvitationRequest = Static<typeof AcceptInvitationRequest>;
