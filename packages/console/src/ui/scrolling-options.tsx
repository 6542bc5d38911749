import { Combobox } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** The name of the list. */
  readonly label: string | undefined;
  readonly children: ReactNode;
}

/**
 * The options of a field. The list scrolls, so it can be focused. But a click leaves the focus in
 * the field, and the field closes the list when Tab leaves it.
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
