import { Group, NativeSelect } from '@mantine/core';
import { TICKET_STATUSES } from '@player-support/contract/enums';
import { parseSearchAddress, type SearchAddress } from '../data/search-address.ts';
import { useText } from '../i18n/text.ts';
import type { SearchNames } from './use-search-names.ts';

interface Props {
  readonly address: SearchAddress;
  readonly names: SearchNames;
  readonly onChange: (address: SearchAddress) => void;
}

/** A filter with one option is not shown. */
export function SearchFilters({ address, names, onChange }: Props) {
  const { t } = useText();
  const filters = [
    {
      name: 'project',
      any: t('search.project.any'),
      options: names.projects.length > 1 ? names.projects.map(({ id, name }) => ({ value: id, label: name })) : [],
    },
    {
      name: 'status',
      any: t('search.status.any'),
      options: TICKET_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
    },
    {
      name: 'type',
      any: t('search.type.any'),
      options: Array.from(names.types, ([value, label]) => ({ value, label })),
    },
  ] as const;
  return (
    <Group gap="xs" className="search-filters" role="group" aria-label={t('search.filters')}>
      {filters.map(({ name, any, options }) => {
        const value = address[name] ?? '';
        // The address may have an unknown value.
        const isKnown = value === '' || options.some((option) => option.value === value);
        if (options.length === 0 && value === '') return null;
        return (
          <NativeSelect
            key={name}
            size="xs"
            aria-label={t(`search.${name}`)}
            value={value}
            data={[{ value: '', label: any }, ...options, ...(isKnown ? [] : [{ value, label: value }])]}
            onChange={({ currentTarget }) => onChange(parseSearchAddress({ ...address, [name]: currentTarget.value }))}
          />
        );
      })}
    </Group>
  );
}
