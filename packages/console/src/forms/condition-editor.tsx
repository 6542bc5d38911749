import { Select, SimpleGrid } from '@mantine/core';
import { canDecide, possibleAnswers, textFor } from '../data/draft-form.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import type { PartProps } from './choices-editor.tsx';

export function ConditionEditor({ fields, index, locale, error, onChange }: PartProps) {
  const { t } = useText();
  const showIf = fields[index]?.showIf ?? null;
  const earlier = fields.slice(0, index).filter(({ kind, name }) => canDecide(kind) && name !== '');
  if (earlier.length === 0 && showIf === null) return null;
  const decider = earlier.find(({ name }) => name === showIf?.field);
  const answers = decider === undefined ? [] : possibleAnswers(decider).filter((value) => value !== '');
  const answerText = (value: string) => {
    if (decider?.kind === 'yes_no') return t(value === 'true' ? 'forms.yes' : 'forms.no');
    const label = decider?.choices.find((one) => one.value === value)?.label ?? {};
    return textFor(label, locale) || value;
  };
  const names = [...new Set(earlier.map(({ name }) => name))];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('forms.condition')}
        placeholder={t('forms.condition.always')}
        data={names.map((value) => {
          const label = earlier.find(({ name }) => name === value)?.label ?? {};
          return { value, label: textFor(label, locale) || value };
        })}
        value={showIf?.field ?? null}
        onChange={(field) => onChange({ showIf: field === null ? null : { field, value: '' } })}
        error={fieldError(error, `fields.${index}.showIf.field`)}
        clearable
        clearButtonProps={{ 'aria-label': t('forms.condition.remove') }}
      />
      {showIf !== null && (
        <Select
          label={t('forms.condition.answer')}
          data={[...new Set(answers)].map((value) => ({ value, label: answerText(value) }))}
          value={showIf.value || null}
          onChange={(value) => onChange({ showIf: { ...showIf, value: value ?? '' } })}
          error={fieldError(error, `fields.${index}.showIf.value`)}
          allowDeselect={false}
        />
      )}
    </SimpleGrid>
  );
}
