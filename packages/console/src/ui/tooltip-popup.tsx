import { Tooltip } from '@mantine/core';
import { type RefObject, useState } from 'react';

interface Props {
  /** Its first child is the target. */
  readonly wrapper: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly opened: boolean;
}

export function TooltipPopup({ wrapper, label, opened }: Props) {
  const [target] = useState(() => wrapper.current?.firstElementChild);
  if (!(target instanceof HTMLElement)) return null;
  return (
    <Tooltip
      target={target}
      label={label}
      opened={opened}
      multiline
      maw={320}
      style={{ whiteSpace: 'pre-line' }}
      // All content of a page is in a landmark.
      portalProps={{ target: target.closest('main') ?? document.body }}
    />
  );
}
