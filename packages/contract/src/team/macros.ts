import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Nullable, NullableText, Text } from '../schema.ts';
import { TeamText } from './fields.ts';

const MacroName = Text({ min: 1, max: 80, notBlank: true });

const macroProject = NullableText({ max: 100, description: 'null: for every project.' });

export const MacroResponse = Type.Object({
  id: Type.String(),
  projectId: Nullable(Type.String()),
  name: Type.String(),
  body: Type.String({ description: 'May hold variables such as `{{player.userId}}`.' }),
  createdAt: DateTime(),
});
export type MacroResponse = Static<typeof MacroResponse>;

export const MacrosResponse = Type.Object({ macros: Type.Array(MacroResponse) });
export type MacrosResponse = Static<typeof MacrosResponse>;

export const CreateMacroRequest = ClosedObject({
  name: MacroName,
  body: TeamText,
  projectId: Type.Optional(macroProject),
});

export const UpdateMacroRequest = ClosedObject({
  name: Type.Optional(MacroName),
  body: Type.Optional(TeamText),
  projectId: Type.Optional(macroProject),
});
