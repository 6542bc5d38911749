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
import { FieldCondition, FieldKind } from '../player-extensions.ts';
import { ClosedObject, NamedObject, Nullable, Text } from '../schema.ts';
import { LocalizedTexts, LocalizedTextsRequest } from './localized-texts.ts';

const FieldName = Text({
  max: MAX_FIELD_NAME_LENGTH,
  description: 'Lower-case letters, digits and `_`, and a letter first. Games send it, so it should stay.',
});

export const TextsRequest = (name: string, max: number) =>
  LocalizedTextsRequest(
    name,
    Text({ min: 1, max, visible: true }),
    'A text for each locale, such as `en` and `de`. Players whose language has none read English.',
  );

const FieldLabelRequest = TextsRequest('FieldLabelRequest', MAX_FIELD_LABEL_LENGTH);

const fieldFlags = {
  kind: FieldKind,
  required: Type.Boolean({ description: 'Whether a player must answer it while it is shown.' }),
};

const ConditionRequest = ClosedObject('FieldConditionRequest', {
  field: Text({ max: MAX_FIELD_NAME_LENGTH, description: 'An earlier field of the kind `choice` or `yes_no`.' }),
  value: Text({
    max: MAX_CHOICE_LENGTH,
    description: 'The answer in that field: the value of a choice, or `true` or `false`.',
  }),
});

const FormFieldRequest = ClosedObject('FormFieldRequest', {
  name: FieldName,
  ...fieldFlags,
  label: FieldLabelRequest,
  help: Type.Optional(TextsRequest('FieldHelpRequest', MAX_FIELD_HELP_LENGTH)),
  showIf: Type.Optional(Nullable(ConditionRequest)),
});
export type FormFieldRequest = Static<typeof FormFieldRequest>;

const FormChoiceRequest = ClosedObject('FormChoiceRequest', {
  field: Text({ max: MAX_FIELD_NAME_LENGTH, description: 'The name of a field of the kind `choice`.' }),
  value: Text({ min: 1, max: MAX_CHOICE_LENGTH, visible: true, description: 'Games send it.' }),
  label: FieldLabelRequest,
});
export type FormChoiceRequest = Static<typeof FormChoiceRequest>;

export const SetFormRequest = ClosedObject('SetFormRequest', {
  type: Text({ max: MAX_TICKET_TYPE_LENGTH, description: 'A ticket type of the project.' }),
  version: Type.Integer({
    minimum: 0,
    description:
      'The version that is changed: 0 if the type has no form. If there is a newer one, the response is 409.',
  }),
  fields: Type.Array(FormFieldRequest, { maxItems: MAX_FORM_FIELDS }),
  choices: Type.Optional(Type.Array(FormChoiceRequest, { maxItems: MAX_CHOICES })),
});
export type SetFormRequest = Static<typeof SetFormRequest>;

export const FormQuery = Type.Object({ type: Text({ max: MAX_TICKET_TYPE_LENGTH }) });

const FormField = NamedObject('FormField', {
  name: Type.String(),
  ...fieldFlags,
  label: LocalizedTexts,
  help: LocalizedTexts,
  showIf: Nullable(FieldCondition),
});
export type FormField = Static<typeof FormField>;

const FormChoice = NamedObject('FormChoice', {
  field: Type.String({ description: 'The name of the field.' }),
  value: Type.String(),
  label: LocalizedTexts,
});
export type FormChoice = Static<typeof FormChoice>;

export const FormResponse = NamedObject('FormResponse', {
  type: Type.String(),
  version: Type.Integer({ description: 'It rises with each change. 0: the type has no form.' }),
  fields: Type.Array(FormField, { description: 'In the order in which players see them.' }),
  choices: Type.Array(FormChoice, { description: 'Of all fields, in the order in which players see them.' }),
});
export type FormResponse = Static<typeof FormResponse>;

export const TicketAnswer = NamedObject('TicketAnswer', {
  name: Type.String({ description: 'The name of the field.' }),
  kind: FieldKind,
  label: LocalizedTexts,
  value: Type.String({ description: 'As a text: `yes_no` is `true` or `false`, and a number has a decimal point.' }),
  choice: Nullable(LocalizedTexts),
});
export type TicketAnswer = Static<typeof TicketAnswer>;
