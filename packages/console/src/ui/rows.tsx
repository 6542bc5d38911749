import { Button, type ButtonProps, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';

/** Shows a bordered list with actions. Mantine has none. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

export function Row({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <li className="row">
      <div className="row-main">{children}</div>
      {actions}
    </li>
  );
}

interface RemoveButtonProps extends Pick<ButtonProps, 'size'> {
  /** Names the row, for screen readers. */
  readonly 'aria-label': string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function RemoveButton(props: RemoveButtonProps) {
  return <Button variant="subtle" color="red" c="var(--mantine-color-error)" {...props} />;
}

export function RowsSkeleton({ count }: { readonly count: number }) {
  const { t } = useText();
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>{t('loading.label')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={index} height={60} />
      ))}
    </Stack>
  );
}
