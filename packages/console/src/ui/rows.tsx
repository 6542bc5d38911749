import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';

/** A list of things, one below the other. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

/** One of them: what it is, and at its end what can be done with it. */
export function Row({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <li className="row">
      <div className="row-main">{children}</div>
      {actions}
    </li>
  );
}

/** In place of a list that is on its way. */
export function RowsSkeleton({ count = 3 }: { readonly count?: number }) {
  const { t } = useText();
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>{t('loading.label')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Skeleton key={index} height={60} />
      ))}
    </Stack>
  );
}
