import { type Static, Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { ClosedObject, DateTime, Enum, NamedObject, Nullable, Text } from '../schema.ts';
import { Code, Password } from './credentials.ts';
import { MemberResponse } from './members.ts';
import { PasskeyProof } from './passkeys.ts';

export const SignInRequest = ClosedObject('SignInRequest', {
  email: Text({ min: 1, max: MAX_EMAIL_LENGTH }),
  password: Password,
  code: Type.Optional(Code),
  passkey: Type.Optional(PasskeyProof),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const SignInOptionsResponse = NamedObject('SignInOptionsResponse', {
  provider: Nullable(
    Type.String({ description: 'The name of the provider for single sign-on. null: it is off on this server.' }),
  ),
  passwords: Enum(['all', 'owners'], 'Who can sign in with a password or a passkey.'),
});
export type SignInOptionsResponse = Static<typeof SignInOptionsResponse>;

export const SessionResponse = NamedObject('SessionResponse', {
  member: MemberResponse,
  expiresAt: DateTime(),
  passkey: Type.Boolean({ description: 'Whether the member has a passkey.' }),
  secondFactorMissing: Type.Boolean({
    description: 'The owners require a second factor, and the member has none. Until then nothing else is allowed.',
  }),
  wrongCodesAt: Nullable(
    DateTime('When somebody who knows the password entered too many wrong codes. null: never, or the member knows.'),
  ),
});
export type SessionResponse = Static<typeof SessionResponse>;

export const ListedSessionResponse = NamedObject('ListedSessionResponse', {
  id: Type.String(),
  current: Type.Boolean({ description: 'The session of this request.' }),
  device: Nullable(Type.String({ description: 'The browser and the system, as the browser says. null: not known.' })),
  address: Nullable(Type.String({ description: 'The network of the sign-in, such as `203.0.113.0/24`.' })),
  createdAt: DateTime(),
  lastUsedAt: DateTime('Accurate to a minute.'),
  expiresAt: DateTime(),
});
export type ListedSessionResponse = Static<typeof ListedSessionResponse>;

export const SessionsResponse = NamedObject('SessionsResponse', { sessions: Type.Array(ListedSessionResponse) });
