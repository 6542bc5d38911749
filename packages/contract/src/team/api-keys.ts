import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Nullable, NullableDateTime, Text } from '../schema.ts';
import { CreatedBy, Name, ProjectIds, Role } from './fields.ts';

export const ApiKeyResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Role,
  projectIds: Nullable(Type.Array(Type.String())),
  createdAt: DateTime(),
  createdBy: CreatedBy,
  lastUsedAt: Nullable(DateTime('When the key was last used, to within a minute; null: never.')),
  expiresAt: Nullable(DateTime('Refused from then on; null: never.')),
  suspendedAt: Nullable(
    DateTime(
      'When the key was suspended because its creator lost access. It works again once another member takes it over. Null: not suspended.',
    ),
  ),
  revokedAt: Nullable(DateTime()),
});
export type ApiKeyResponse = Static<typeof ApiKeyResponse>;

export const ApiKeysResponse = Type.Object({ apiKeys: Type.Array(ApiKeyResponse) });
export type ApiKeysResponse = Static<typeof ApiKeysResponse>;

export const CreateApiKeyRequest = ClosedObject({
  name: Name,
  role: Role,
  projectIds: Type.Optional(ProjectIds),
  expiresAt: Type.Optional(
    NullableDateTime('When the key stops working, in the future; null or absent: it does not expire.'),
  ),
});
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>;

export const TakeOverApiKeysRequest = ClosedObject({
  apiKeyIds: Type.Array(Text({ max: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Suspended keys. All of them are taken over, or none.',
  }),
});

export const CreatedApiKeyResponse = Type.Object({
  apiKey: ApiKeyResponse,
  key: Type.String({ description: 'Shown only this once.' }),
});
export type CreatedApiKeyResponse = Static<typeof CreatedApiKeyResponse>;
