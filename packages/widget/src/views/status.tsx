import type { TextKey } from '../texts.ts';
import type { UiProps } from '../ui/ui.ts';

const TEXTS: Readonly<Record<string, TextKey>> = {
  __proto__: null as never,
  open: 'statusOpen',
  pending: 'statusPending',
  resolved: 'statusResolved',
  closed: 'statusClosed',
  unsent: 'statusUnsent',
};

/** A later version's status is shown as it is. */
export function StatusText({ ui, status }: UiProps & { status: string }) {
  const { text } = ui;
  const key = TEXTS[status];
  return <>{key === undefined ? status : text(key)}</>;
}
