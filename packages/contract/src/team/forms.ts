import { type Static, Type } from 'typebox';
import {
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
  MAX_FIELD_HELP_LENGTH,
  MAX_FIELD_LABEL_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FORM_FIELDS,
  MAX_TICKET_TYPE_LENGTH,
} from '../limits.ts';
import { LOCALES } from '../locales.ts';
import { FieldCondition, FieldKind } from '../player-extensions.ts';
import { ClosedObject, Enum, NamedObject, Nullable, Text } from '../schema.ts';

/** The name of a field, as a part of a pattern. The filter of the queue relies on it. */
export const FIELD_NAME = `[a-z][a-z0-9_]{0,${MAX_FIELD_NAME_LENGTH - 1}}`;

const FieldName = Text({
  max: MAX_FIELD_NAME_LENGTH,
  description: 'Small letters, digits and `_`, and a letter first. Games send it, so it should stay.',
});

const localizedText = (max: number) => ({
  locale: Enum(LOCALES),
  text: Text({ min: 1, max, notBlank: true }),
});

/** A text of a form, in the languages that the team wrote. */
export const LocalizedText = NamedObject('LocalizedText', { locale: Type.String(), text: Type.String() });
export type LocalizedText = Static<typeof LocalizedText>;

const Texts = (name: string, max: number, description: string) =>
  Type.Array(ClosedObject(name, localizedText(max)), { maxItems: LOCALES.length, description });

const ONE_TEXT = 'At least one, and one for each locale.';

const fieldFlags = {
  kind: FieldKind,
  required: Type.Boolean({ description: 'Whether a player must answer it while it is shown.' }),
};

const FormFieldRequest = ClosedObject('FormFieldRequest', {
  name: FieldName,
  ...fieldFlags,
  label: Texts('FieldLabelText', MAX_FIELD_LABEL_LENGTH, ONE_TEXT),
  help: Type.Optional(Texts('FieldHelpText', MAX_FIELD_HELP_LENGTH, 'One for each locale.')),
  choices: Type.Optional(
    Type.Array(
      ClosedObject('FieldChoiceRequest', {
        value: Text({ min: 1, max: MAX_CHOICE_LENGTH, notBlank: true, description: 'Games send it.' }),
        label: Texts('ChoiceLabelText', MAX_FIELD_LABEL_LENGTH, ONE_TEXT),
      }),
      { maxItems: MAX_CHOICES, description: 'Only of the kind `choice`, which needs at least one.' },
    ),
  ),
  showIf: Type.Optional(
    Nullable(
      ClosedObject('FieldConditionRequest', {
        field: Text({
          max: MAX_FIELD_NAME_LENGTH,
          description: 'The name of an earlier field of the kind `choice` or `yes_no`.',
        }),
        value: Type.Unsafe<string | boolean>({
          type: ['string', 'boolean'],
          maxLength: MAX_CHOICE_LENGTH,
          description: 'The answer in that field: the value of a choice, or true or false.',
        }),
      }),
    ),
  ),
});
export type FormFieldRequest = Static<typeof FormFieldRequest>;

export const SetFormRequest = ClosedObject('SetFormRequest', {
  type: Text({ max: MAX_TICKET_TYPE_LENGTH, description: 'A ticket type of the project.' }),
  version: Type.Integer({
    minimum: 0,
    description:
      'The version that is changed: 0 if the type has no form. If there is a newer one, the response is 409.',
  }),
  fields: Type.Array(FormFieldRequest, { maxItems: MAX_FORM_FIELDS }),
});
export type SetFormRequest = Static<typeof SetFormRequest>;

export const FormQuery = Type.Object({ type: Text({ max: MAX_TICKET_TYPE_LENGTH }) });

const FieldChoice = NamedObject('FieldChoice', { value: Type.String(), label: Type.Array(LocalizedText) });

export const FormField = NamedObject('FormField', {
  name: Type.String(),
  ...fieldFlags,
  label: Type.Array(LocalizedText),
  help: Type.Array(LocalizedText),
  choices: Type.Array(FieldChoice),
  showIf: Nullable(FieldCondition),
});
export type FormField = Static<typeof FormField>;

export const FormResponse = NamedObject('FormResponse', {
  type: Type.String(),
  version: Type.Integer({ description: 'It rises with each change. 0: the type has no form.' }),
  fields: Type.Array(FormField),
});
export type FormResponse = Static<typeof FormResponse>;

/** An answer of a player, as the team sees it. */
export const TicketAnswer = NamedObject('TicketAnswer', {
  name: Type.String({ description: 'The name of the field.' }),
  kind: FieldKind,
  label: Type.Array(LocalizedText, { description: 'The label when the player answered.' }),
  value: Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
  choice: Type.Array(LocalizedText, { description: 'The label of the choice. Empty for other kinds.' }),
});
export type TicketAnswer = Static<typeof TicketAnswer>;
