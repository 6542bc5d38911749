import { type Static, Type } from 'typebox';
import { ClosedObject } from '../schema.ts';
import { Code, NewPassword, Password } from './credentials.ts';
import { Name } from './fields.ts';

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
