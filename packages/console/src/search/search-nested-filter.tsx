import { useQueueNames } from '../data/queue/use-queue-names.ts';
import type { SearchAddress } from '../data/search-address.ts';
import { NestedFilterChip } from '../parts/views/nested-filter-chip.tsx';

interface Props {
  readonly address: SearchAddress;
  readonly onChange: (address: SearchAddress) => void;
}

/** Shows the nested filter in words, with buttons to change and to remove it. */
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
