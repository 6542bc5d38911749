import { useQueueNames } from '../queue/use-queue-names.ts';
import { NestedFilterChip } from '../views/nested-filter-chip.tsx';
import type { SearchAddress } from './search-address.ts';

interface Props {
  readonly address: SearchAddress;
  readonly onChange: (address: SearchAddress) => void;
}

/** The nested filter of a search, in words. It is changed or removed here. */
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
