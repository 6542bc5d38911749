import { type Static, Type } from 'typebox';
import { ClosedObject, NamedObject } from '../schema.ts';
import { Code, NewPassword, Password } from './credentials.ts';
import { Name } from './fields.ts';
import { ownFactorFields } from './passkeys.ts';

export const UpdateAccountRequest = ClosedObject('UpdateAccountRequest', {
  name: Type.Optional(Name),
  currentPassword: Type.Optional(Password),
  newPassword: Type.Optional(NewPassword),
  wrongCodesSeen: Type.Optional(
    Type.Literal(true, { description: 'The member knows about the wrong codes. A new password says so too.' }),
  ),
});

export const BeginTotpRequest = ClosedObject('BeginTotpRequest', ownFactorFields);

export const TotpSecretResponse = NamedObject('TotpSecretResponse', {
  secret: Type.String({ description: 'The secret in Base32, to type into the app.' }),
  uri: Type.String({ description: 'The `otpauth://` URI, to show as a QR code.' }),
});
export type TotpSecretResponse = Static<typeof TotpSecretResponse>;

export const ConfirmTotpRequest = ClosedObject('ConfirmTotpRequest', { code: Code });

export const RecoveryCodesResponse = NamedObject('RecoveryCodesResponse', {
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each works for one sign-in. They are shown only this once.',
  }),
});

export const EndTotpRequest = ClosedObject('EndTotpRequest', { password: Password, code: Code });
