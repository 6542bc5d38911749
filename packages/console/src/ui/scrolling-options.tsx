import { Combobox } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string | undefined;
  readonly children: ReactNode;
}

/**
 * The list scrolls, so it can be focused. A click leaves the focus in the field, and Tab closes the
 * list.
 */
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
