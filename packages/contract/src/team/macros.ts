import { type Static, Type } from 'typebox';
import { MAX_ID_LENGTH, MAX_MACRO_NAME_LENGTH, MAX_TEAM_TEXT_LENGTH } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { Count, TeamText } from './fields.ts';
import { LocalizedTexts, LocalizedTextsRequest } from './localized-texts.ts';
import { Tags, TicketPriority } from './queue.ts';
import { ReplyStatus } from './tickets.ts';

const MacroName = Text({ min: 1, max: MAX_MACRO_NAME_LENGTH, visible: true });

const MacroBody = Text({
  min: 1,
  max: MAX_TEAM_TEXT_LENGTH,
  visible: true,
  description:
    'Can contain variables, such as `{{player.userId}}`, or `{{player.userId|there}}` with a text for tickets without a value. Unknown and incomplete variables are refused, unless the text is the stored one.',
});

const MacroProject = Nullable(Text({ max: MAX_ID_LENGTH, description: 'null: for every project.' }));

const MacroTextsRequest = LocalizedTextsRequest(
  'MacroTextsRequest',
  TeamText,
  'Texts for players with another language, by locale. A player gets the text of the language with its region, else of the language, else `body`. Unknown variables are refused, as in `body`.',
);

const actionFields = {
  status: Type.Optional(ReplyStatus),
  priority: Type.Optional(TicketPriority),
  addTags: Type.Optional(Tags),
  assignee: Type.Optional(
    Text({
      min: 1,
      max: MAX_ID_LENGTH,
      description: 'The id of a member, `me` for the author of the reply, or `nobody`.',
    }),
  ),
};

const MacroActionsRequest = ClosedObject('MacroActionsRequest', actionFields);

export const MacroActions = NamedObject('MacroActions', actionFields, {
  description: 'What the console changes in the ticket with a reply that has this macro.',
});
export type MacroActions = Static<typeof MacroActions>;

export const MacroResponse = NamedObject('MacroResponse', {
  id: Type.String(),
  projectId: Nullable(Type.String({ description: 'null: for every project.' })),
  name: Type.String(),
  body: Type.String({ description: 'Can contain variables, such as `{{player.userId}}`.' }),
  texts: LocalizedTexts,
  actions: MacroActions,
  uses: { ...Count, description: 'The number of replies that named it in `macroIds`.' },
  lastUsedAt: Nullable(DateTime()),
  createdAt: DateTime(),
});
export type MacroResponse = Static<typeof MacroResponse>;

export const MacrosResponse = NamedObject('MacrosResponse', { macros: Type.Array(MacroResponse) });

const contentFields = { texts: Type.Optional(MacroTextsRequest), actions: Type.Optional(MacroActionsRequest) };

export const CreateMacroRequest = ClosedObject('CreateMacroRequest', {
  name: MacroName,
  body: MacroBody,
  projectId: Type.Optional(MacroProject),
  ...contentFields,
});

export const UpdateMacroRequest = ClosedObject('UpdateMacroRequest', {
  name: Type.Optional(MacroName),
  body: Type.Optional(MacroBody),
  projectId: Type.Optional(MacroProject),
  ...contentFields,
});
