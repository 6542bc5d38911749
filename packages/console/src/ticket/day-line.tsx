import { regional } from '../i18n/language.ts';
import { useText } from '../i18n/text.ts';
import { useNow } from '../ui/time.tsx';
import classes from './ticket.module.css';

const DAY_MS = 86_400_000;

/** Shows the local day of the messages below. */
export function DayLine({ at }: { readonly at: string }) {
  const { t, language } = useText();
  const days = dayNumber(useNow()) - dayNumber(Date.parse(at));
  return (
    <li className={classes.day}>
      {days === 0
        ? t('conversation.today')
        : days === 1
          ? t('conversation.yesterday')
          : new Date(at).toLocaleDateString(regional(language), { dateStyle: 'full' })}
    </li>
  );
}

function dayNumber(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
