import type { SuggestedTicket } from '@player-support/contract/team/suggestions';
import { useText } from '../i18n/text.ts';

/** A player's words: only ever text. */
export function SuggestionReasons({ why }: Pick<SuggestedTicket, 'why'>) {
  const { t } = useText();
  const facts = [
    ...(why.sameType ? [t('suggestions.same-type')] : []),
    ...(why.sameBuild ? [t('suggestions.same-build')] : []),
    ...(why.samePlatform ? [t('suggestions.same-platform')] : []),
  ];
  return (
    <>
      {t('suggestions.why')}{' '}
      {why.words.map((word, index) => (
        <span key={word}>
          {index > 0 && ', '}
          <bdi className="user-text">{word}</bdi>
        </span>
      ))}
      {facts.map((fact) => (
        <span key={fact}> · {fact}</span>
      ))}
    </>
  );
}
