import { Combobox } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string | undefined;
  readonly children: ReactNode;
}

/** Can be focused, because it scrolls. A click leaves the focus in the field, and Tab closes it. */
export function ScrollingOptions({ label, children }: Props) {
  return (
    <Combobox.Options
      mah={280}
      style={{ overflowY: 'auto' }}
      aria-label={label}
      tabIndex={0}
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Combobox.Options>
  );
}
