import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { RowsSkeleton } from './rows.tsx';

interface Props {
  readonly query: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
  /** Undefined: not loaded. */
  readonly list: readonly unknown[] | undefined;
  readonly empty?: ReactNode;
  readonly skeletons?: number;
  readonly children: ReactNode;
}

/** An error shows only without an earlier list. */
export function LoadedList({ query, list, empty, skeletons = 3, children }: Props) {
  if (list?.length === 0) return empty;
  if (list !== undefined) return children;
  return query.isPending ? (
    <RowsSkeleton count={skeletons} />
  ) : (
    <LoadError error={query.error} onRetry={() => void query.refetch()} />
  );
}
