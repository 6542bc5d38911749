import { type Static, Type } from 'typebox';
import { MAX_ID_LENGTH, MAX_KEYS_PER_TAKE_OVER } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { CreatedBy, Name, ProjectIds, Role } from './fields.ts';

export const ApiKeyResponse = NamedObject('ApiKeyResponse', {
  id: Type.String(),
  name: Type.String(),
  role: Role,
  projectIds: ProjectIds,
  createdAt: DateTime(),
  createdBy: CreatedBy,
  lastUsedAt: Nullable(DateTime('When the key was last used, to the minute. null: never.')),
  expiresAt: Nullable(DateTime('The key stops working at this time. null: it does not expire.')),
  suspendedAt: Nullable(
    DateTime(
      'When the key was suspended because its creator lost access. It works again after another member takes it over. null: not suspended.',
    ),
  ),
  revokedAt: Nullable(DateTime()),
});
export type ApiKeyResponse = Static<typeof ApiKeyResponse>;

export const ApiKeysResponse = NamedObject('ApiKeysResponse', { apiKeys: Type.Array(ApiKeyResponse) });

export const CreateApiKeyRequest = ClosedObject('CreateApiKeyRequest', {
  name: Name,
  role: Role,
  projectIds: Type.Optional(ProjectIds),
  expiresAt: Type.Optional(
    Nullable(DateTime('When the key stops working, in the future. null or absent: it does not expire.')),
  ),
});

export const TakeOverApiKeysRequest = ClosedObject('TakeOverApiKeysRequest', {
  apiKeyIds: Type.Array(Text({ max: MAX_ID_LENGTH }), {
    minItems: 1,
    maxItems: MAX_KEYS_PER_TAKE_OVER,
    description: 'The ids of suspended API keys. If one cannot be taken over, none is.',
  }),
});

export const CreatedApiKeyResponse = NamedObject('CreatedApiKeyResponse', {
  apiKey: ApiKeyResponse,
  key: Type.String({ description: 'The secret. It is shown only this once.' }),
});
