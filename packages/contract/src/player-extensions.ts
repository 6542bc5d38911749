import { Type } from 'typebox';
import { MAX_IDENTITY_TOKEN_LENGTH } from './limits.ts';
import { DateTime, NamedObject, Text } from './schema.ts';

/** The operations for players beyond the specification. */

export const LinkRequest = NamedObject('LinkRequest', {
  identityToken: Text({
    min: 1,
    max: MAX_IDENTITY_TOKEN_LENGTH,
    description:
      'A JSON Web Token that the backend of the game signed: `sub`, `aud`, `iat` and `exp`, at most 10 minutes later. It works once.',
  }),
});

export const LinkResponse = NamedObject('LinkResponse', {
  playerId: Type.String(),
  playerAccessToken: Type.String({ description: 'It replaces the token with which the request was sent.' }),
  serverTime: DateTime(),
});

export const SupportCodeResponse = NamedObject('SupportCodeResponse', {
  code: Type.String({ description: '12 characters in three groups. It works once.' }),
  expiresAt: DateTime(),
});

export const UseSupportCodeRequest = NamedObject('UseSupportCodeRequest', {
  code: Text({
    min: 1,
    max: 40,
    description: 'Upper and lower case, spaces and hyphens make no difference. O counts as 0, and I and L as 1.',
  }),
});

export const UseSupportCodeResponse = NamedObject('UseSupportCodeResponse', {
  tickets: Type.Integer({ description: 'How many tickets this installation got.' }),
});
