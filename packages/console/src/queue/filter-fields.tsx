import { Autocomplete, Select, SimpleGrid, TextInput } from '@mantine/core';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activeMemberIds } from '../data/by-name.ts';
import { formQuery } from '../data/queries/forms.ts';
import { ticketFacetsQuery } from '../data/queries/queue.ts';
import {
  type Filter,
  hasStatusFilter,
  ME,
  NOBODY,
  parseQueueSearch,
  type QueueSearch,
} from '../data/queue/queue-search.ts';
import type { QueueNames } from '../data/queue/use-queue-names.ts';
import { useText } from '../i18n/text.ts';
import { useValueText } from './filter-value.ts';

export interface FilterProps {
  readonly search: QueueSearch;
  readonly names: QueueNames;
  readonly onChange: (search: QueueSearch) => void;
}

export function FilterFields({ search, names, onChange }: FilterProps) {
  const { t, language } = useText();
  const valueText = useValueText(names);
  const { data: facets } = useQuery(ticketFacetsQuery);
  const answers = useAnswers(search);
  const set = (filter: Filter) => (value: string | null) =>
    onChange(parseQueueSearch({ ...search, [filter]: value ?? undefined }));
  const common = (filter: Filter) => ({
    label: t(`queue.filter.${filter}`),
    placeholder: t('queue.filters.any'),
    value: search[filter] ?? null,
    onChange: set(filter),
    clearable: true,
    // The first field's list would cover the others.
    openOnFocus: false,
    clearButtonProps: { 'aria-label': t('queue.filters.remove', { filter: t(`queue.filter.${filter}`) }) },
    comboboxProps: { withinPortal: false },
  });
  const textField = (filter: Filter, suggestions: readonly string[] = [], hint = t('queue.filters.any')) => (
    <TextFilter
      // A value changed elsewhere, such as by a chip, resets the field.
      key={`${filter} ${search[filter]}`}
      label={t(`queue.filter.${filter}`)}
      placeholder={hint}
      initial={search[filter] ?? ''}
      suggestions={suggestions}
      onCommit={set(filter)}
    />
  );
  const options = (filter: Filter, values: readonly string[]) =>
    values.map((value) => ({ value, label: valueText(filter, value) }));
  // The selected type is offered even if no recent ticket has it.
  const types = [...new Set([...(facets?.types ?? []), ...(search.type === undefined ? [] : [search.type])])];
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
      {hasStatusFilter(search.view ?? 'attention') && (
        <Select {...common('status')} data={options('status', TICKET_STATUSES)} />
      )}
      <Select {...common('priority')} data-autofocus data={options('priority', [...PRIORITIES].reverse())} />
      <Select
        {...common('assignee')}
        data={options('assignee', [ME, NOBODY, ...activeMemberIds(names.members, language)])}
        searchable
      />
      <Select {...common('type')} data={options('type', types)} searchable />
      {textField('tag', facets?.tags)}
      {textField('answer', answers, t('queue.filter.answer.hint'))}
      {textField('platform', facets?.platforms)}
      {textField('version', facets?.appVersions)}
      {textField('locale', facets?.locales)}
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

/** Lists the possible answers in the form of this project and type. */
function useAnswers({ project = '', type = '' }: QueueSearch): string[] {
  const { data } = useQuery({ ...formQuery(project, type), enabled: project !== '' && type !== '' });
  return (data?.fields ?? []).flatMap(({ name, kind }) => {
    if (kind === 'yes_no') return [`${name}:true`, `${name}:false`];
    return (data?.choices ?? []).filter(({ field }) => field === name).map(({ value }) => `${name}:${value}`);
  });
}

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly initial: string;
  readonly suggestions: readonly string[];
  readonly onCommit: (value: string) => void;
}

/** Takes any text. It applies on Enter or when the field loses the focus. */
function TextFilter({ label, placeholder, initial, suggestions, onCommit }: TextFilterProps) {
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
      data={[...suggestions]}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
