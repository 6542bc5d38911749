import { NumberInput, Radio, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { MAX_LONG_TEXT_ANSWER_LENGTH, MAX_TEXT_ANSWER_LENGTH } from '@player-support/contract/limits';
import { useId, useState } from 'react';
import { type DraftField, textFor } from '../data/draft-form.ts';
import { useText } from '../i18n/text.ts';
import classes from './forms.module.css';

interface Props {
  readonly fields: readonly DraftField[];
  readonly locale: string;
}

/** The answers decide which fields are shown. */
export function FormPreview({ fields, locale }: Props) {
  const { t } = useText();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  const shown: DraftField[] = [];
  for (const field of fields) {
    const { showIf } = field;
    const decider = showIf && shown.find(({ name }) => name === showIf.field);
    if (showIf === null || (decider && answers[decider.key] === showIf.value)) shown.push(field);
  }
  return (
    <section aria-labelledby={id} className={classes.preview}>
      <Title order={2} size="h4" id={id} mb="sm">
        {t('forms.preview')}
      </Title>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('forms.preview.empty')}
        </Text>
      ) : (
        <Stack lang={locale}>
          {shown.map((field) => (
            <PreviewField
              key={field.key}
              field={field}
              locale={locale}
              value={answers[field.key] ?? ''}
              onChange={(value) => setAnswers({ ...answers, [field.key]: value })}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}

interface FieldProps {
  readonly field: DraftField;
  readonly locale: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PreviewField({ field, locale, value, onChange }: FieldProps) {
  const { t } = useText();
  const { kind, name, required, label, help, choices } = field;
  const common = {
    label: <bdi>{textFor(label, locale) || name || t('forms.untitled')}</bdi>,
    description: textFor(help, locale) || undefined,
    // Only its look: nothing is sent here.
    withAsterisk: required,
  };
  const typed = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (kind) {
    case 'long_text':
      return <Textarea {...common} {...typed} autosize minRows={3} maxLength={MAX_LONG_TEXT_ANSWER_LENGTH} />;
    case 'number':
      return <NumberInput {...common} value={value} onChange={(next) => onChange(String(next))} />;
    case 'choice':
      return (
        <Select
          {...common}
          data={choices
            .filter((choice, at) => choices.findIndex((one) => one.value === choice.value) === at)
            .map((choice) => ({ value: choice.value, label: textFor(choice.label, locale) || choice.value }))}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
          placeholder={t('forms.preview.choose')}
        />
      );
    case 'yes_no':
      return (
        <Radio.Group {...common} value={value} onChange={onChange}>
          <Stack gap={4} mt={4}>
            <Radio value="true" label={t('forms.yes')} />
            <Radio value="false" label={t('forms.no')} />
          </Stack>
        </Radio.Group>
      );
    case 'date':
      return <TextInput {...common} {...typed} type="date" />;
    case 'text':
      return <TextInput {...common} {...typed} maxLength={MAX_TEXT_ANSWER_LENGTH} />;
  }
}
