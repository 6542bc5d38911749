import { Title } from '@mantine/core';
import type { TicketAnswer } from '@player-support/contract/team/forms';
import { useId } from 'react';
import { textFor } from '../../data/draft-form.ts';
import { regional } from '../../i18n/language.ts';
import { useText } from '../../i18n/text.ts';
import facts from './player.module.css';

/** Plain text. */
export function Answers({ answers }: { readonly answers: readonly TicketAnswer[] }) {
  const { t, language } = useText();
  const id = useId();
  if (answers.length === 0) return null;
  const shownValue = ({ kind, value, choice }: TicketAnswer) => {
    if (kind === 'yes_no') return t(value === 'true' ? 'player.yes' : 'player.no');
    if (kind === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(Number(value));
    if (kind === 'date') {
      // A calendar day, in any time zone.
      return new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
        Date.parse(value),
      );
    }
    return (choice && textFor(choice, language)) || value;
  };
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="sm" mb={4} id={id}>
        {t('player.answers')}
      </Title>
      <dl className={facts.facts}>
        {answers.map((answer) => (
          <div key={answer.name} className={facts.answer}>
            <dt>
              <bdi>{textFor(answer.label, language) || answer.name}</bdi>
            </dt>
            <dd>
              <bdi className="user-text">{shownValue(answer)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
