import type { FieldProblems } from '@player-support/contract/field-problems';
import { checkAnswers, type StoredAnswers } from '../domain/answers.ts';
import type { Available } from '../operations/context.ts';

interface FormOfTicket {
  /** What the ticket stores. Undefined without a version that exists, or if an answer is wrong. */
  readonly stored?: { readonly version: number } & StoredAnswers;
  /** What is wrong, by field. */
  readonly problems?: FieldProblems;
  /** What the response says. Empty if the client does not use forms. */
  readonly response: { readonly formVersion?: number | null };
}

const MAX_INT32 = 2 ** 31 - 1;

/**
 * The answers of a request, checked against the version of the form that it names. Without one that
 * exists they are ignored, because an old build of a game must not be refused.
 */
export async function checkFormAnswers(
  { store, forms }: Pick<Available, 'store' | 'forms'>,
  projectId: string,
  { type, formVersion, fields }: { readonly type: string; readonly formVersion?: unknown; readonly fields?: unknown },
): Promise<FormOfTicket> {
  if (formVersion === undefined) return { response: {} };
  const isVersion = Number.isInteger(formVersion) && Number(formVersion) > 0 && Number(formVersion) <= MAX_INT32;
  const form = isVersion ? await forms.one(store, projectId, type, Number(formVersion)) : undefined;
  if (form === undefined) return { response: { formVersion: null } };
  const version = Number(formVersion);
  const response = { formVersion: version };
  const checked = checkAnswers(form, fields);
  return 'problems' in checked
    ? { problems: checked.problems, response }
    : { stored: { version, ...checked.stored }, response };
}
