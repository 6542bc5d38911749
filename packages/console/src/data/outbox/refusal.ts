import { ApiError } from '../../api/api-error.ts';
import { currentText } from '../../i18n/text.ts';
import { errorText } from '../../ui/error-text.ts';
import type { Failure } from './drafts.ts';

/**
 * Returns what the server says about the first field, if it names one. `fieldText` translates it.
 */
export function refusalOf(error: unknown): Pick<Failure, 'text' | 'problem'> {
  const { t } = currentText();
  if (!(error instanceof ApiError)) return { text: t('outbox.old') };
  const [problem] = error.problems;
  if (problem === undefined) return { text: errorText(error, t) };
  const { code, parameters, message } = problem;
  return { text: message, problem: { code, parameters } };
}
