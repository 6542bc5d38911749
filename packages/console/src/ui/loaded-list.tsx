import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { RowsSkeleton } from './rows.tsx';

interface Props {
  /** What loads the list. */
  readonly query: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
  /** Undefined until it is loaded. */
  readonly list: readonly unknown[] | undefined;
  /** Shown instead of an empty list. */
  readonly empty?: ReactNode;
  /** The number of rows to show while the list loads. */
  readonly skeletons?: number;
  readonly children: ReactNode;
}

/** A list that loads. Shows an error only if there is no list from before. */
export function LoadedList({ query, list, empty, skeletons = 3, children }: Props) {
  if (list?.length === 0) return empty;
  if (list !== undefined) return children;
  return query.isPending ? (
    <RowsSkeleton count={skeletons} />
  ) : (
    <LoadError error={query.error} onRetry={() => void query.refetch()} />
  );
}
