import type { FieldProblems } from '@player-support/contract/field-problems';
import { checkAnswers, type StoredAnswers } from '../domain/answers.ts';
import type { Available } from '../operations/context.ts';

interface FormOfTicket {
  /** Undefined: no such version, or a wrong answer. */
  readonly stored?: { readonly form_version: number } & StoredAnswers;
  readonly problems?: FieldProblems;
  /** Empty if the client does not use forms. */
  readonly response: { readonly formVersion?: number | null };
}

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Checks answers against the request's form version. Without an existing one they are ignored: an
 * old build of a game must not be refused.
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
    : { stored: { form_version: version, ...checked.stored }, response };
}
