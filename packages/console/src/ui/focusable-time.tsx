import { useText } from '../i18n/text.ts';
import { LazyTooltip } from './lazy-tooltip.tsx';
import { exactTime, relativeTime, useNow } from './time.tsx';

/**
 * Shows the exact time, local and in UTC, on hover and focus. Screen readers get it as description.
 */
export function FocusableTime({ at }: { readonly at: string }) {
  const { language } = useText();
  const now = useNow();
  const time = Date.parse(at);
  const exact = exactTime(time, language);
  return (
    <LazyTooltip label={exact}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip needs focus */}
      <time dateTime={at} tabIndex={0} aria-description={exact}>
        {relativeTime(time, now, language)}
      </time>
    </LazyTooltip>
  );
}
