import { type Static, Type } from 'typebox';
import {
  MAX_AUDIENCE_LENGTH,
  MAX_LINKED_INSTALLATIONS,
  MAX_PUBLIC_KEY_LENGTH,
  MAX_RECORDED_MOVES,
  MAX_SHARED_SECRET_LENGTH,
  MAX_WEBHOOK_ADDRESS_LENGTH,
  MIN_SHARED_SECRET_LENGTH,
  MOVE_UNDO_DAYS,
} from '../limits.ts';
import { ClosedObject, DateTime, Enum, NamedObject, Nullable, Text } from '../schema.ts';
import { PlayerContext } from './players.ts';

const JWKS_URL =
  'Where the public keys are (JWKS). The server loads them when it needs them, and keeps them for ten minutes.';

/** How a game's backend proves who a player is. */
export const IdentitySettingsResponse = NamedObject('IdentitySettingsResponse', {
  jwksUrl: Nullable(Type.String({ description: JWKS_URL })),
  publicKey: Nullable(Type.String({ description: 'A public key as PEM.' })),
  hasSecret: Type.Boolean({ description: 'Whether the key is a shared secret. It is never shown.' }),
  audience: Type.String({ description: 'The `aud` of the tokens.' }),
  issuer: Nullable(Type.String({ description: 'The `iss` of the tokens. null: any.' })),
  sharesTokens: Type.Boolean({
    description:
      'Whether another project has the same key and audience. Then a token works in both. Choose another audience for each project.',
  }),
  updatedAt: DateTime(),
});
export type IdentitySettingsResponse = Static<typeof IdentitySettingsResponse>;

export const SetIdentityRequest = ClosedObject('SetIdentityRequest', {
  jwksUrl: Type.Optional(Text({ min: 1, max: MAX_WEBHOOK_ADDRESS_LENGTH, description: JWKS_URL })),
  publicKey: Type.Optional(
    Text({
      min: 1,
      max: MAX_PUBLIC_KEY_LENGTH,
      description: 'A public key as PEM or JWK: P-256 for ES256, Ed25519 for EdDSA, RSA for RS256.',
    }),
  ),
  secret: Type.Optional(
    Text({
      min: MIN_SHARED_SECRET_LENGTH,
      max: MAX_SHARED_SECRET_LENGTH,
      description: 'A shared secret for HS256. Its UTF-8 bytes are the key. It is stored encrypted.',
    }),
  ),
  audience: Text({ min: 1, max: MAX_AUDIENCE_LENGTH, visible: true, description: 'The `aud` of the tokens.' }),
  issuer: Type.Optional(
    Nullable(Text({ min: 1, max: MAX_AUDIENCE_LENGTH, description: 'The `iss` of the tokens. null or absent: any.' })),
  ),
});

const LinkedInstallation = NamedObject('LinkedInstallation', {
  id: Type.String({ description: 'The id of the player that the installation would have on its own.' }),
  context: PlayerContext,
  linkedAt: DateTime(),
  lastSeenAt: DateTime('The time of its last identify.'),
});

const ReceivedTickets = NamedObject('ReceivedTickets', {
  installationId: Type.String({ description: 'The player id of the installation that gave them.' }),
  by: Enum(['link', 'code'], 'How they came: with a link to the account, or with a support code.'),
  tickets: Type.Integer({ description: 'How many tickets came.' }),
  at: DateTime(),
});

export const LinkedInstallationsResponse = NamedObject('LinkedInstallationsResponse', {
  installations: Type.Array(LinkedInstallation, {
    description: `At most ${MAX_LINKED_INSTALLATIONS}, last seen first. None if the player has no account.`,
  }),
  received: Type.Array(ReceivedTickets, {
    description: `What the player got from installations in the last ${MOVE_UNDO_DAYS} days, newest first. ReturnTickets gives it back. At most ${MAX_RECORDED_MOVES}.`,
  }),
});

export const EndLinkQuery = Type.Object({
  returnTickets: Type.Optional(
    Enum(
      ['true', 'false'],
      '`true` if the device was linked by mistake: what came from it goes back. By default everything stays with the account: the finder of a lost device must not get its tickets.',
    ),
  ),
});

export const ReturnedTicketsResponse = NamedObject('ReturnedTicketsResponse', {
  tickets: Type.Integer({ description: 'How many tickets went back to the installation.' }),
});

export const IssuedSupportCode = NamedObject('IssuedSupportCode', {
  code: Type.String({ description: '12 characters in three groups. It works once.' }),
  expiresAt: DateTime(),
});
