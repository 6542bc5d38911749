import { type Static, Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Text } from '../schema.ts';
import { Code, Password } from './credentials.ts';
import { MemberResponse } from './members.ts';

export const SignInRequest = ClosedObject('SignInRequest', {
  email: Text({ min: 1, max: MAX_EMAIL_LENGTH }),
  password: Password,
  code: Type.Optional(Code),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const SessionResponse = NamedObject('SessionResponse', { member: MemberResponse, expiresAt: DateTime() });
export type SessionResponse = Static<typeof SessionResponse>;
