import { ActionIcon, Checkbox, Fieldset, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { FIELD_KINDS } from '@player-support/contract/enums';
import { MAX_FIELD_HELP_LENGTH, MAX_FIELD_LABEL_LENGTH, MAX_FIELD_NAME_LENGTH } from '@player-support/contract/limits';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type DraftField, withText } from '../data/draft-form.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import { ConditionEditor } from './condition-editor.tsx';

interface Props {
  readonly fields: readonly DraftField[];
  readonly index: number;
  readonly locale: string;
  readonly error: unknown;
  readonly onChange: (field: DraftField) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function FieldEditor({ fields, index, locale, error, onChange, onMove, onRemove }: Props) {
  const { t } = useText();
  const field = fields[index];
  if (field === undefined) return null;
  const position = index + 1;
  const path = `fields.${index}`;
  const set = (changes: Partial<DraftField>) => onChange({ ...field, ...changes });
  const text = (of: 'label' | 'help') => ({
    value: field[of][locale as keyof typeof field.label] ?? '',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [of]: withText(field[of], locale, currentTarget.value) }),
    error: fieldError(error, `${path}.${of}`) ?? fieldError(error, `${path}.${of}.${locale}`),
    lang: locale,
  });
  return (
    <Fieldset legend={t('forms.field', { position })}>
      <Stack gap="sm">
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <ActionIcon aria-label={t('forms.field.up', { position })} disabled={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('forms.field.down', { position })}
            disabled={position === fields.length}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon aria-label={t('forms.field.remove', { position })} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label={t('forms.name')}
            description={t('forms.name.hint')}
            value={field.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            error={fieldError(error, `${path}.name`)}
            maxLength={MAX_FIELD_NAME_LENGTH}
            spellCheck={false}
            autoCapitalize="off"
            required
            data-field-name
          />
          <Select
            label={t('forms.kind')}
            description={t('forms.kind.hint')}
            data={FIELD_KINDS.map((value) => ({ value, label: t(`forms.kind.${value}`) }))}
            value={field.kind}
            onChange={(value) => set({ kind: FIELD_KINDS.find((one) => one === value) ?? field.kind })}
            error={fieldError(error, `${path}.kind`)}
            allowDeselect={false}
          />
        </SimpleGrid>
        <TextInput label={t('forms.label')} maxLength={MAX_FIELD_LABEL_LENGTH} {...text('label')} />
        <TextInput label={t('forms.help')} maxLength={MAX_FIELD_HELP_LENGTH} {...text('help')} />
        {field.kind === 'choice' && (
          <ChoicesEditor fields={fields} index={index} locale={locale} error={error} onChange={set} />
        )}
        <Checkbox
          label={t('forms.required')}
          checked={field.required}
          onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
        />
        <ConditionEditor fields={fields} index={index} locale={locale} error={error} onChange={set} />
      </Stack>
    </Fieldset>
  );
}
