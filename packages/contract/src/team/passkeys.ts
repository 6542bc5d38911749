import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { Code, Password } from './credentials.ts';
import { Name } from './fields.ts';

const MAX_BYTES_TEXT = 8192;

const Bytes = (description: string) => Text({ min: 1, max: MAX_BYTES_TEXT, description });

const Options = Type.Record(Type.String(), Type.Unknown(), {
  description: 'For `navigator.credentials`, in the JSON form of WebAuthn Level 3.',
});

export const PasskeyOptionsResponse = NamedObject('PasskeyOptionsResponse', { options: Options });
export type PasskeyOptionsResponse = Static<typeof PasskeyOptionsResponse>;

/** From a browser, each in base64url. */
export const PasskeyProof = ClosedObject(
  'PasskeyProof',
  {
    id: Text({ min: 1, max: 1400, description: 'The id of the credential, in base64url.' }),
    clientDataJSON: Bytes('In base64url.'),
    authenticatorData: Bytes('In base64url.'),
    signature: Bytes('In base64url.'),
  },
  {
    description:
      'The response of one of your passkeys: what `navigator.credentials.get` returns for the options of BeginPasskeySignIn.',
  },
);
export type PasskeyProof = Static<typeof PasskeyProof>;

/** For changes of the member's own second factors. */
export const ownFactorFields = {
  password: Password,
  code: Type.Optional(Code),
  passkey: Type.Optional(PasskeyProof),
};

export const BeginPasskeyRequest = ClosedObject('BeginPasskeyRequest', ownFactorFields);

export const AddPasskeyRequest = ClosedObject('AddPasskeyRequest', {
  name: Name,
  id: Text({ min: 1, max: 1400, description: 'The id of the credential, in base64url.' }),
  clientDataJSON: Bytes('In base64url.'),
  attestationObject: Bytes('In base64url.'),
  transports: Type.Array(Text({ min: 1, max: 20 }), { maxItems: 10, description: 'As `getTransports()` gives them.' }),
});

export const PasskeyResponse = NamedObject('PasskeyResponse', {
  id: Type.String(),
  name: Type.String(),
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime()),
  host: Nullable(Type.String({ description: 'The only host with which it works. null: not known yet.' })),
  usable: Type.Boolean({
    description: 'false: it does not work at the address of this server. With an unknown `host`: true.',
  }),
});
export type PasskeyResponse = Static<typeof PasskeyResponse>;

export const PasskeysResponse = NamedObject('PasskeysResponse', { passkeys: Type.Array(PasskeyResponse) });

export const EndPasskeyRequest = ClosedObject('EndPasskeyRequest', ownFactorFields);

export const SignInWithPasskeyRequest = ClosedObject('SignInWithPasskeyRequest', { passkey: PasskeyProof });
