import type { FieldProblemCode, FieldProblemParameters } from '@player-support/contract/field-problems';
import type { FieldProblem } from '../api/api-error.ts';
import type { Key, Params } from '../i18n/catalogues.ts';
import type { Translate } from '../i18n/text.ts';

/** A text without parameters. */
type PlainKey = { [K in Key]: [] extends Params<K> ? K : never }[Key];
type Say<Code extends FieldProblemCode> = (t: Translate, parameters: FieldProblemParameters<Code>) => string;

/** A code's text: its key, or a function if it has a number. */
export const FIELD_TEXTS = {
  required: 'field.required',
  blank: 'field.required',
  'no-text': 'field.required',
  'current-password-needed': 'field.required',
  'webhook-without-address': 'field.required',
  'format-without-address': 'field.required',
  'address-without-format': 'field.required',
  'default-note-needed': 'field.default-note',
  empty: (t) => t('field.short', { count: 1 }),
  'too-short': (t, { min }) => t('field.short', { count: min }),
  'too-long': (t, { max }) => t('field.long', { count: max }),
  'too-many-items': (t, { max }) => t('field.many', { count: max }),
  'too-many-tags': (t, { max }) => t('field.many', { count: max }),
  'too-many-words': (t, { max }) => t('field.words', { count: max }),
  'too-small': (t, { min }) => t('field.least', { count: min }),
  'too-large': (t, { max }) => t('field.most', { count: max }),
  'wrong-type': 'field.number',
  'wrong-characters': 'field.characters',
  'wrong-date-time': 'field.time',
  'invalid-date-time': 'field.time',
  'unknown-variable': 'field.variable',
  'unknown-variables': 'field.variable',
  'unknown-notice-variable': 'field.variable',
  'wrong-field-name': 'field.name',
  'field-name-taken': 'field.taken',
  'choice-taken': 'field.taken',
  'no-choices': 'field.choices',
  'not-an-earlier-field': 'field.earlier-field',
  'not-an-answer': 'field.answer',
  'form-too-long': 'field.form-long',
  'too-many-forms': (t, { max }) => t('field.forms', { count: max }),
  'too-many-form-versions': (t, { max }) => t('field.form-versions', { count: max }),
  'wrong-mentions': 'field.mentions',
  'wrong-assignee': 'field.assignee',
  'wrong-build': 'field.build',
  'wrong-version': 'field.build',
  'build-kinds-differ': 'field.build-kind',
  'builds-reversed': 'field.build-order',
  'unsafe-link': 'field.https',
  'wrong-url': 'field.https',
  'url-with-user': 'field.https',
  'url-without-tls': 'field.https',
  'private-address': 'field.private-address',
  'unknown-host': 'field.unknown-host',
  'common-password': 'error.common-password',
  'name-password': 'error.name-password',
  'last-owner': 'field.last-owner',
  'unknown-project': 'field.project',
  'unknown-projects': 'field.project',
} as const satisfies { readonly [Code in FieldProblemCode]?: PlainKey | Say<Code> };

/** A form can send only this wrong type: text instead of a number. */
const NUMBERS: readonly unknown[] = ['integer', 'number', 'integer or null', 'number or null'];

/** Says the problem in the current language, or in the server's words if its code is unknown. */
export function fieldText({ code = '', parameters = {}, message }: FieldProblem, t: Translate): string {
  if (!Object.hasOwn(FIELD_TEXTS, code)) return message;
  if (code === 'wrong-type' && !NUMBERS.includes(parameters.type)) return message;
  // The casts: the contract says which parameters come with a code.
  const text = FIELD_TEXTS[code as keyof typeof FIELD_TEXTS] as PlainKey | Say<FieldProblemCode>;
  if (typeof text === 'string') return t(text);
  return text(t, parameters as FieldProblemParameters<FieldProblemCode>);
}
