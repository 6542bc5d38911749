import { Type } from 'typebox';
import { ROLES } from '../enums.ts';
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_TEAM_TEXT_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts';
import { Enum, Named, NamedObject, Nullable, Text } from '../schema.ts';

export const Role = Named('Role', Enum(ROLES, 'Each role may do all that the ones before it may do.'));

export const Name = Text({ min: 1, max: MAX_NAME_LENGTH, visible: true });

export const ProjectIds = Nullable(
  Type.Array(Type.String({ maxLength: MAX_ID_LENGTH }), {
    maxItems: 1000,
    description: 'The ids of the projects that the role applies to. null: all projects, including future ones.',
  }),
);

export const CreatedBy = Nullable(
  Type.String({
    description: 'The id of the member or API key that created it. null: the operator of the server created it.',
  }),
);

export const Count = Type.Integer({ minimum: 0 });

export const Actor = NamedObject(
  'Actor',
  { id: Type.String(), name: Type.String() },
  { description: 'A member or an API key, with its name at that time.' },
);

export const TeamText = Text({ min: 1, max: MAX_TEAM_TEXT_LENGTH, visible: true });

export const InboxTitle = Text({ min: 1, max: MAX_TITLE_LENGTH, visible: true });
