import { Autocomplete, Button, Group, Popover, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { TicketFacetsResponse } from '@player-support/contract/team';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/words';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { api } from '../api.ts';
import { keys } from '../queries.ts';
import { useText } from '../text.ts';
import {
  activeFilters,
  type Filter,
  ME,
  NOBODY,
  parseQueueSearch,
  type QueueSearch,
  takesStatus,
} from './queue-search.ts';
import type { QueueNames } from './use-queue-names.ts';

interface Props {
  readonly search: QueueSearch;
  readonly names: QueueNames;
  readonly onChange: (search: QueueSearch) => void;
}

/** What one filter's value is called. */
function useValueText(names: QueueNames) {
  const { t, language } = useText();
  return (filter: Filter, value: string): string => {
    switch (filter) {
      case 'project':
        return names.projectName(value);
      case 'type':
        return names.typeLabel(value);
      case 'status':
        return t(`queue.status.${value as (typeof TICKET_STATUSES)[number]}`);
      case 'priority':
        return t(`queue.priority.${value as (typeof PRIORITIES)[number]}`);
      case 'assignee':
        return value === ME
          ? t('queue.assignee.me')
          : value === NOBODY
            ? t('queue.assignee.nobody')
            : names.memberName(value);
      case 'from':
      case 'to':
        return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value));
      default:
        return value;
    }
  };
}

/** The filters that are set, each to be taken away. */
export function FilterChips({ search, names, onChange }: Props) {
  const { t } = useText();
  const valueText = useValueText(names);
  const active = activeFilters(search);
  if (active.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={t('queue.filters.active')}>
      {active.map(({ filter, value }) => {
        const text = `${t(`queue.filter.${filter}`)}: ${valueText(filter, value)}`;
        return (
          <Button
            key={filter}
            className="queue-chip"
            variant="default"
            size="compact-sm"
            rightSection={<IconX size={14} aria-hidden />}
            title={text}
            aria-label={t('queue.filters.remove', { filter: text })}
            onClick={() => onChange({ ...search, [filter]: undefined })}
          >
            {text}
          </Button>
        );
      })}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(parseQueueSearch({ view: search.view }))}>
        {t('queue.filters.clear')}
      </Button>
    </Group>
  );
}

interface FilterProps extends Props {
  readonly opened: boolean;
  readonly onOpenedChange: (opened: boolean) => void;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
}

/** The button of the filters, and the fields under it. What is chosen holds at once. */
export function QueueFilters({ opened, onOpenedChange, buttonRef, ...props }: FilterProps) {
  const { t } = useText();
  const count = activeFilters(props.search).length;
  return (
    <Popover
      opened={opened}
      onChange={onOpenedChange}
      onDismiss={() => onOpenedChange(false)}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <Button
          ref={buttonRef}
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => onOpenedChange(!opened)}
        >
          {count > 0 ? t('queue.filters.count', { count }) : t('queue.filters.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="queue-filters" aria-label={t('queue.filters.open')}>
        <FilterFields {...props} />
        <Group justify="space-between" mt="md">
          <Button
            variant="subtle"
            disabled={count === 0}
            onClick={() => props.onChange(parseQueueSearch({ view: props.search.view }))}
          >
            {t('queue.filters.clear')}
          </Button>
          <Button onClick={() => onOpenedChange(false)}>{t('queue.filters.close')}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterFields({ search, names, onChange }: Props) {
  const { t } = useText();
  const valueText = useValueText(names);
  const { data: facets } = useQuery({
    queryKey: keys.ticketFacets,
    queryFn: ({ signal }) => api.get<TicketFacetsResponse>('/tickets/facets', { signal }),
  });
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
