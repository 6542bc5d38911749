import { Type } from 'typebox';
import { ROLES } from '../enums.ts';
import { Enum, Nullable, Text } from '../schema.ts';

export const Role = Enum(ROLES);

export const Name = Text({ min: 1, max: 100, notBlank: true });

export const ProjectIds = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', maxLength: 100 },
  maxItems: 1000,
  description: 'The projects that it may work in; null: all, those to come included.',
});

export const CreatedBy = Nullable(
  Type.String({ description: 'The id of the member or API key that created it; null: an operator of the server.' }),
);

export const Count = Type.Integer({ minimum: 0 });

/** Who of the team did something: a member or an API key, by the name that it had then. */
export const Actor = Type.Object({ id: Type.String(), name: Type.String() });

export const TeamText = Text({ min: 1, max: 10_000, notBlank: true });

export const InboxTitle = Text({ min: 1, max: 120, notBlank: true });
