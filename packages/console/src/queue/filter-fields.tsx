import { Autocomplete, Select, SimpleGrid, TextInput } from '@mantine/core';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { useValueText } from './filter-value.ts';
import { ticketFacetsQuery } from './queries.ts';
import { type Filter, ME, NOBODY, parseQueueSearch, type QueueSearch, takesStatus } from './queue-search.ts';
import type { QueueNames } from './use-queue-names.ts';

export interface FilterProps {
  readonly search: QueueSearch;
  readonly names: QueueNames;
  readonly onChange: (search: QueueSearch) => void;
}

/** A field for each filter. */
export function FilterFields({ search, names, onChange }: FilterProps) {
  const { t } = useText();
  const valueText = useValueText(names);
  const { data: facets } = useQuery(ticketFacetsQuery);
  const set = (filter: Filter) => (value: string | null) =>
    onChange(parseQueueSearch({ ...search, [filter]: value ?? undefined }));
  const common = (filter: Filter) => ({
    label: t(`queue.filter.${filter}`),
    placeholder: t('queue.filters.any'),
    value: search[filter] ?? null,
    onChange: set(filter),
    clearable: true,
    // The fields would lie under the choices of the first one.
    openOnFocus: false,
    clearButtonProps: { 'aria-label': t('queue.filters.remove', { filter: t(`queue.filter.${filter}`) }) },
    comboboxProps: { withinPortal: false },
  });
  const free = (filter: Filter, choices: readonly string[] = []) => (
    <FreeField
      // Another value from elsewhere, such as a chip that was taken away, begins the field anew.
      key={`${filter} ${search[filter]}`}
      label={t(`queue.filter.${filter}`)}
      placeholder={t('queue.filters.any')}
      initial={search[filter] ?? ''}
      choices={choices}
      onCommit={set(filter)}
    />
  );
  const options = (filter: Filter, values: readonly string[]) =>
    values.map((value) => ({ value, label: valueText(filter, value) }));
  const active = names.members.filter(({ disabled }) => !disabled).map(({ id }) => id);
  // The one that is set is offered even where the newest tickets do not have it.
  const types = [...new Set([...(facets?.types ?? []), ...(search.type === undefined ? [] : [search.type])])];
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
      <Select
        {...common('project')}
        data={(names.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        data-autofocus
      />
      {takesStatus(search.view ?? 'attention') && (
        <Select {...common('status')} data={options('status', TICKET_STATUSES)} />
      )}
      <Select {...common('priority')} data={options('priority', [...PRIORITIES].reverse())} />
      <Select {...common('assignee')} data={options('assignee', [ME, NOBODY, ...active])} searchable />
      <Select {...common('type')} data={options('type', types)} searchable />
      {free('tag', facets?.tags)}
      {free('platform', facets?.platforms)}
      {free('version', facets?.appVersions)}
      {free('locale', facets?.locales)}
      {(['from', 'to'] as const).map((filter) => (
        <TextInput
          key={filter}
          type="date"
          label={t(`queue.filter.${filter}`)}
          value={search[filter] ?? ''}
          onChange={({ currentTarget }) => set(filter)(currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  );
}

interface FreeFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly initial: string;
  readonly choices: readonly string[];
  readonly onCommit: (value: string) => void;
}

/** A field that takes any text; what is typed holds when it is left or Enter is pressed. */
function FreeField({ label, placeholder, initial, choices, onCommit }: FreeFieldProps) {
  const [value, setValue] = useState(initial);
  const commit = (text: string) => {
    if (text.trim() !== initial) onCommit(text.trim());
  };
  return (
    <Autocomplete
      label={label}
      placeholder={placeholder}
      value={value}
      onChange={setValue}
      onOptionSubmit={commit}
      onBlur={() => commit(value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
      }}
      data={[...choices]}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
