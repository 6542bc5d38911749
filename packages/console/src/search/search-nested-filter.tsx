import { useQueueNames } from '../data/queue/use-queue-names.ts';
import type { SearchAddress } from '../data/search-address.ts';
import { NestedFilterChip } from '../parts/views/nested-filter-chip.tsx';

interface Props {
  readonly address: SearchAddress;
  readonly onChange: (address: SearchAddress) => void;
}

/** The nested filter in words. It can be changed or removed. */
export function SearchNestedFilter({ address, onChange }: Props) {
  const names = useQueueNames();
  return (
    <NestedFilterChip
      search={{ filter: address.filter }}
      saved={undefined}
      names={names}
      onChange={({ filter }) => onChange({ ...address, filter })}
    />
  );
}
