import type { Translate } from '../i18n/text.ts';

/** The messages of the server about fields. `count` is the number in the message. */
const FIELD_TEXTS = [
  [/^(?:Is required|Must not be blank)\.$/, (t) => t('field.required')],
  [/^Must have a text\.$/, (t) => t('field.required')],
  [/^Must have lower-case letters, digits and _/, (t) => t('field.name')],
  [/^Is the (?:name|value) of an earlier /, (t) => t('field.taken')],
  [/^Must have choices\.$/, (t) => t('field.choices')],
  [/^Must be the name of an earlier field/, (t) => t('field.earlier-field')],
  [/^Must be an answer of that field\.$/, (t) => t('field.answer')],
  [/^Must have at most \d+ characters as JSON\.$/, (t) => t('field.form-long')],
  [/^At most (\d+) ticket types of a project can have a form\.$/, (t, count) => t('field.forms', { count })],
  [/^A form can change (\d+) times\./, (t, count) => t('field.form-versions', { count })],
  [/^Must have at least (\d+) characters?\.$/, (t, count) => t('field.short', { count })],
  [/^Must have at most (\d+) characters\.$/, (t, count) => t('field.long', { count })],
  [/^Must have at most (\d+) items\.$/, (t, count) => t('field.many', { count })],
  [/^A ticket has at most (\d+) tags\.$/, (t, count) => t('field.many', { count })],
  [/^Must be the ids of members who can see this ticket\.$/, (t) => t('field.mentions')],
  [/^Must be a member who can reply to tickets of this project\.$/, (t) => t('field.assignee')],
  [/^Must have at most (\d+) words\.$/, (t, count) => t('field.words', { count })],
  [/^Must be >= (\d+)\.$/, (t, count) => t('field.least', { count })],
  [/^Must be <= (\d+)\.$/, (t, count) => t('field.most', { count })],
  [/^Must be of type (?:integer|number)/, (t) => t('field.number')],
  [/^Must not contain \{\{/, (t) => t('field.variable')],
  [/^Must not contain U\+0000/, (t) => t('field.characters')],
  [/^Must be an ISO 8601 date-time/, (t) => t('field.time')],
  [/^Must be (?:a build|numbers with dots between them), /, (t) => t('field.build')],
  [/^Must be of the same kind as minBuild: /, (t) => t('field.build-kind')],
  [/^Must not come before minBuild\.$/, (t) => t('field.build-order')],
  [/^Must be an https URL without /, (t) => t('field.https')],
  [/^Is required: players whose language has no note/, (t) => t('field.default-note')],
  [/^Is one of the passwords that attackers try first\./, (t) => t('error.common-password')],
  [/^Is little more than a name\./, (t) => t('error.name-password')],
  [/^This is the last owner of all projects\./, (t) => t('field.last-owner')],
  [/^Must not lead to a private address\.$/, (t) => t('field.private-address')],
  [/^Must be the ids? of (?:a project|projects)\.$/, (t) => t('field.project')],
] as const satisfies readonly (readonly [RegExp, (t: Translate, count: number) => string])[];

/**
 * What is wrong with a field, in the current language. Unknown messages are returned as they are.
 */
export function fieldText(message: string, t: Translate): string {
  for (const [pattern, text] of FIELD_TEXTS) {
    const match = pattern.exec(message);
    if (match !== null) return text(t, Number(match[1] ?? 0));
  }
  return message;
}
