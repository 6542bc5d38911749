import { type Static, Type } from 'typebox';
import { MAX_ID_LENGTH, MAX_MACRO_NAME_LENGTH } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { TeamText } from './fields.ts';

const MacroName = Text({ min: 1, max: MAX_MACRO_NAME_LENGTH, notBlank: true });

const MacroProject = Nullable(Text({ max: MAX_ID_LENGTH, description: 'null: for every project.' }));

export const MacroResponse = NamedObject('MacroResponse', {
  id: Type.String(),
  projectId: Nullable(Type.String({ description: 'null: for every project.' })),
  name: Type.String(),
  body: Type.String({ description: 'Can contain variables, such as `{{player.userId}}`.' }),
  createdAt: DateTime(),
});
export type MacroResponse = Static<typeof MacroResponse>;

export const MacrosResponse = NamedObject('MacrosResponse', { macros: Type.Array(MacroResponse) });

export const CreateMacroRequest = ClosedObject('CreateMacroRequest', {
  name: MacroName,
  body: TeamText,
  projectId: Type.Optional(MacroProject),
});

export const UpdateMacroRequest = ClosedObject('UpdateMacroRequest', {
  name: Type.Optional(MacroName),
  body: Type.Optional(TeamText),
  projectId: Type.Optional(MacroProject),
});
