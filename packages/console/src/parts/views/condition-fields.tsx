import { ActionIcon, Group, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import { MAX_FILTER_VALUES } from '@player-support/contract/limits';
import { ME, NONE, TIME_FIELDS, VALUE_FIELDS } from '@player-support/contract/ticket-filter';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { activeMemberIds } from '../../data/by-name.ts';
import { ticketFacetsQuery } from '../../data/queries/queue.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { conditionOf, type EditorCondition, newCondition, operatorsOf, UNITS, type Unit } from './editor-tree.ts';
import { useConditionTexts } from './use-filter-text.ts';

interface Props {
  readonly condition: EditorCondition;
  readonly names: QueueNames;
  readonly isChecked: boolean;
  readonly isNew: boolean;
  readonly onChange: (condition: EditorCondition) => void;
  readonly onRemove: () => void;
}

export function ConditionFields({ condition, names, isChecked, isNew, onChange, onRemove }: Props) {
  const { t } = useText();
  const { field, operator } = condition;
  const { fieldText } = useConditionTexts(names, false);
  return (
    <Group
      gap="xs"
      align="flex-start"
      wrap="nowrap"
      className="filter-condition"
      role="group"
      aria-label={fieldText(field)}
    >
      <div className="filter-condition-parts">
        <Select
          aria-label={t('views.field')}
          className="filter-condition-field"
          data={[...VALUE_FIELDS, ...TIME_FIELDS].map((value) => ({ value, label: fieldText(value) }))}
          value={field}
          // The same key keeps the focus.
          onChange={(value) => value && onChange({ ...newCondition(value as typeof field), key: condition.key })}
          allowDeselect={false}
          openOnFocus={false}
          autoFocus={isNew}
        />
        <Select
          aria-label={t('views.operator')}
          className="filter-condition-operator"
          data={operatorsOf(field).map((value) => ({ value, label: t(`views.operator.${value}`) }))}
          value={operator}
          onChange={(value) => value && onChange({ ...condition, operator: value as typeof operator, amount: '' })}
          allowDeselect={false}
          openOnFocus={false}
        />
        <ConditionValues condition={condition} names={names} isChecked={isChecked} onChange={onChange} />
      </div>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('views.remove.condition', { field: fieldText(field) })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}

function ConditionValues({
  condition,
  names,
  isChecked,
  onChange,
}: Pick<Props, 'condition' | 'names' | 'isChecked' | 'onChange'>) {
  const { t, language } = useText();
  const { data: facets } = useQuery(ticketFacetsQuery);
  const { field, operator, values, amount, unit } = condition;
  const { issues, fieldText, valueText } = useConditionTexts(names, field === 'knownIssue');
  const error = isChecked && conditionOf(condition) === undefined ? t('views.incomplete') : null;
  const label = t('views.values', { field: fieldText(field) });
  if (operator === 'after' || operator === 'before') {
    return (
      <TextInput
        type="date"
        aria-label={label}
        className="filter-condition-values"
        value={amount}
        error={error}
        onChange={({ currentTarget: { value } }) => onChange({ ...condition, amount: value })}
      />
    );
  }
  if (operator === 'longer' || operator === 'shorter') {
    return (
      <Group gap="xs" wrap="nowrap" align="flex-start" className="filter-condition-values">
        <NumberInput
          aria-label={label}
          flex={1}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={amount}
          error={error}
          onChange={(value) => onChange({ ...condition, amount: String(value) })}
        />
        <Select
          aria-label={t('views.unit')}
          w="7rem"
          data={Object.keys(UNITS).map((value) => ({ value, label: t(`views.unit.${value as Unit}`) }))}
          value={unit}
          onChange={(value) => value && onChange({ ...condition, unit: value as Unit })}
          allowDeselect={false}
          openOnFocus={false}
        />
      </Group>
    );
  }
  const common = {
    'aria-label': label,
    className: 'filter-condition-values',
    value: [...values],
    error,
    maxValues: MAX_FILTER_VALUES,
    onChange: (next: string[]) => onChange({ ...condition, values: next }),
    openOnFocus: false,
  };
  const choices: Readonly<Partial<Record<typeof field, readonly string[]>>> = {
    status: TICKET_STATUSES,
    priority: PRIORITIES.toReversed(),
    verified: ['true', 'false'],
    type: facets?.types ?? [],
    assignee: [ME, NONE, ...activeMemberIds(names.members, language)],
    project: names.projects?.map(({ id }) => id) ?? [],
    knownIssue: [NONE, ...(issues?.map(({ id }) => id) ?? [])],
  };
  const offered = choices[field];
  if (offered !== undefined) {
    // Chosen values are offered too: they may be rare or gone.
    const all = [...new Set([...offered, ...values])];
    return (
      <MultiSelect
        {...common}
        data={all.map((value) => ({ value, label: valueText(field, value) }))}
        placeholder={values.length === 0 ? t('views.choose') : ''}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('views.nothing')}
      />
    );
  }
  const suggestions: Readonly<Partial<Record<typeof field, readonly string[]>>> = {
    tag: facets?.tags ?? [],
    platform: facets?.platforms ?? [],
    appVersion: facets?.appVersions ?? [],
    locale: facets?.locales ?? [],
  };
  return (
    <TagsInput
      {...common}
      data={[...(suggestions[field] ?? [])]}
      placeholder={values.length > 0 ? '' : field === 'answer' ? t('queue.filter.answer.hint') : t('views.type')}
      splitChars={field === 'tag' ? [','] : []}
      acceptValueOnBlur
    />
  );
}
