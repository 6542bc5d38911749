import { type Static, Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { ClosedObject, DateTime, Named, Text } from '../schema.ts';
import { Code, Password } from './credentials.ts';
import { MemberResponse } from './members.ts';

export const SignInRequest = Named(
  'SignInRequest',
  ClosedObject({
    email: Text({ min: 1, max: MAX_EMAIL_LENGTH }),
    password: Password,
    code: Type.Optional(Code),
  }),
);
export type SignInRequest = Static<typeof SignInRequest>;

export const SessionResponse = Named('SessionResponse', Type.Object({ member: MemberResponse, expiresAt: DateTime() }));
export type SessionResponse = Static<typeof SessionResponse>;
