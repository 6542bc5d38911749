import { UnstyledButton } from '@mantine/core';
import { type MouseEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useText } from '../i18n/text.ts';
import classes from './ticket.module.css';

/** A log with more lines is folded. */
const MAX_UNFOLDED = 8;
const FOLDED_LINES = 5;

/** Lines do not wrap. Long logs are folded. */
export function LogBlock({ lines }: { readonly lines: readonly string[] }) {
  const { t } = useText();
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const isFoldable = lines.length > MAX_UNFOLDED;
  const shown = isFoldable && !isUnfolded ? lines.slice(0, FOLDED_LINES) : lines;
  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => setUnfolded(!isUnfolded));
    // Otherwise it can be far above the visible part.
    if (isUnfolded) currentTarget.scrollIntoView({ block: 'nearest' });
  };
  return (
    <figure className={classes.log} aria-label={t('conversation.log')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard */}
      <pre id={id} tabIndex={0} dir="ltr">
        {shown.join('\n')}
      </pre>
      {isFoldable && (
        <UnstyledButton className={classes.unfold} aria-expanded={isUnfolded} aria-controls={id} onClick={toggle}>
          {isUnfolded ? t('conversation.log.fewer') : t('conversation.log.all', { count: lines.length })}
        </UnstyledButton>
      )}
    </figure>
  );
}
