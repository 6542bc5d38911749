import type { KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import { useText } from '../../i18n/text.ts';

/** Says how many tickets get no answer, by reason. */
export function SkippedText({ skipped }: Pick<KnownIssueAnswer, 'skipped'>) {
  const { t } = useText();
  const reasons = skipped.map(({ reason, tickets: count }) => t(`answer.skip.${reason}`, { count }));
  return `${t('answer.without')} ${reasons.join(', ')}`;
}
