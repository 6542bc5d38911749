import { Tooltip } from '@mantine/core';
import { type RefObject, useState } from 'react';

interface Props {
  readonly around: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly opened: boolean;
}

/** What a Hint says. */
export function AnchoredHint({ around, label, opened }: Props) {
  const [target] = useState(() => around.current?.firstElementChild);
  if (!(target instanceof HTMLElement)) return null;
  return <Tooltip target={target} label={label} opened={opened} multiline maw={280} />;
}
