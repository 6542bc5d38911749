import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { MAX_CHOICE_LENGTH, MAX_CHOICES, MAX_FIELD_LABEL_LENGTH } from '@player-support/contract/limits';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { choicePath, type DraftChoice, type DraftField, newChoice, withText } from '../data/draft-form.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';

export interface PartProps {
  readonly fields: readonly DraftField[];
  readonly index: number;
  readonly locale: string;
  readonly error: unknown;
  readonly onChange: (changes: Partial<DraftField>) => void;
}

export function ChoicesEditor({ fields, index, locale, error, onChange }: PartProps) {
  const { t } = useText();
  const list = useRef<HTMLDivElement>(null);
  const choices = fields[index]?.choices ?? [];
  const set = (at: number, changes: Partial<DraftChoice>) =>
    onChange({ choices: choices.map((one, other) => (other === at ? { ...one, ...changes } : one)) });
  const add = () => {
    onChange({ choices: [...choices, newChoice()] });
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll<HTMLElement>('input[data-choice]');
      inputs?.[inputs.length - 1]?.focus();
    });
  };
  const remove = (at: number) => {
    onChange({ choices: choices.filter((_, other) => other !== at) });
    // The pressed button is gone, and the focus with it.
    list.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };
  const all = fields.reduce((sum, one) => sum + one.choices.length, 0);
  return (
    <Stack gap="xs" ref={list} role="group" aria-label={t('forms.choices')}>
      {choices.map(({ key, value, label }, at) => {
        const position = at + 1;
        const path = choicePath(fields, index, at);
        return (
          <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={t('forms.choice.value', { position })}
              placeholder={`${t('forms.choice.value.placeholder')} *`}
              value={value}
              onChange={({ currentTarget }) => set(at, { value: currentTarget.value })}
              error={fieldError(error, `${path}.value`)}
              maxLength={MAX_CHOICE_LENGTH}
              spellCheck={false}
              required
              data-choice
              flex="1 1 6rem"
              miw={0}
            />
            <TextInput
              aria-label={t('forms.choice.label', { position })}
              placeholder={t('forms.choice.label.placeholder')}
              value={label[locale as keyof typeof label] ?? ''}
              onChange={({ currentTarget }) => set(at, { label: withText(label, locale, currentTarget.value) })}
              error={fieldError(error, `${path}.label`) ?? fieldError(error, `${path}.label.${locale}`)}
              maxLength={MAX_FIELD_LABEL_LENGTH}
              lang={locale}
              flex="1 1 8rem"
              miw={0}
            />
            <ActionIcon mt={4} aria-label={t('forms.choice.remove', { position })} onClick={() => remove(at)}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        );
      })}
      <div>
        <Button
          variant="default"
          size="xs"
          onClick={add}
          disabled={all >= MAX_CHOICES}
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {t('forms.choice.add')}
        </Button>
      </div>
    </Stack>
  );
}
