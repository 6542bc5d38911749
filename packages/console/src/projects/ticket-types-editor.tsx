import { ActionIcon, Button, Fieldset, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import {
  MAX_TICKET_TYPE_LABEL_LENGTH,
  MAX_TICKET_TYPE_LENGTH,
  MAX_TICKET_TYPES,
} from '@player-support/contract/limits';
import type { TicketType } from '@player-support/contract/team/projects';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { withText } from '../data/draft-form.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';

interface Props {
  readonly types: readonly TicketType[];
  readonly onChange: (types: TicketType[]) => void;
  readonly error: unknown;
}

const MEMBER_LANGUAGES = Object.keys(LANGUAGES) as Language[];

/** Edits a game's ticket types with labels in one language, in the order of the filter. */
export function TicketTypesEditor({ types, onChange, error }: Props) {
  const { t, language } = useText();
  const [locale, setLocale] = useState<Language>();
  const list = useRef<HTMLDivElement>(null);
  const change = (index: number, changed: Partial<TicketType>) =>
    onChange(types.map((one, other) => (other === index ? { ...one, ...changed } : one)));
  const move = (index: number, by: -1 | 1) => {
    const rest = types.filter((_, other) => other !== index);
    onChange([...rest.slice(0, index + by), ...types.slice(index, index + 1), ...rest.slice(index + by)]);
  };
  const remove = (index: number) => {
    onChange(types.filter((_, other) => other !== index));
    // The pressed button is gone, and the focus with it.
    list.current?.querySelector<HTMLElement>('input')?.focus();
  };
  const nameOf = (one: Language | undefined) =>
    one === undefined ? t('types.language.all') : localeName(one, language);
  /** Names the language of an error whose field is not shown. */
  const labelError = (index: number): string | undefined => {
    for (const one of [locale, undefined, ...MEMBER_LANGUAGES]) {
      const text = fieldError(error, `ticketTypes.${index}.${one === undefined ? 'label' : `labels.${one}`}`);
      if (text !== undefined) return one === locale ? text : `${nameOf(one)}: ${text}`;
    }
    return undefined;
  };
  /** Shown below the label: a type with a new meaning needs new labels. */
  const otherLabels = (labels: TicketType['labels']) =>
    MEMBER_LANGUAGES.flatMap((one) => (labels?.[one]?.trim() ? [`${nameOf(one)}: ${labels[one]}`] : []));
  const add = () => {
    onChange([...types, { type: '', label: '' }]);
    setLocale(undefined);
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll<HTMLElement>('input[data-type]');
      inputs?.[inputs.length - 1]?.focus();
    });
  };
  return (
    <Fieldset legend={t('label.ticket-types')}>
      <Stack gap="xs" ref={list}>
        <Text size="sm" c="dimmed">
          {t('types.hint')}
        </Text>
        <SegmentedControl
          aria-label={t('types.language')}
          data={[
            { value: '', label: nameOf(undefined) },
            ...MEMBER_LANGUAGES.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={locale ?? ''}
          onChange={(value) => setLocale(MEMBER_LANGUAGES.find((one) => one === value))}
          size="xs"
          withItemsBorders={false}
          style={{ alignSelf: 'flex-start' }}
        />
        {types.map(({ type, label, labels }, index) => {
          const position = index + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a type has no other key
            <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
              <TextInput
                aria-label={t('types.type', { position })}
                placeholder={`${t('types.type.placeholder')} *`}
                value={type}
                onChange={({ currentTarget }) => change(index, { type: currentTarget.value })}
                error={fieldError(error, `ticketTypes.${index}.type`)}
                maxLength={MAX_TICKET_TYPE_LENGTH}
                required
                spellCheck={false}
                data-type
                flex="1 1 6rem"
                miw={0}
              />
              <TextInput
                aria-label={t('types.label', { position })}
                placeholder={locale === undefined ? `${t('types.label.placeholder')} *` : label}
                value={locale === undefined ? label : (labels?.[locale] ?? '')}
                onChange={({ currentTarget: { value } }) =>
                  change(
                    index,
                    locale === undefined ? { label: value } : { labels: withText(labels ?? {}, locale, value) },
                  )
                }
                description={locale === undefined && otherLabels(labels).join(' · ')}
                inputWrapperOrder={['input', 'description', 'error']}
                error={labelError(index)}
                maxLength={MAX_TICKET_TYPE_LABEL_LENGTH}
                required={locale === undefined}
                lang={locale}
                flex="1 1 8rem"
                miw={0}
              />
              <Group gap={2} wrap="nowrap" mt={4}>
                <ActionIcon
                  aria-label={t('types.up', { position })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('types.down', { position })}
                  disabled={position === types.length}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon aria-label={t('types.remove', { position })} onClick={() => remove(index)}>
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            </Group>
          );
        })}
        <div>
          <Button
            variant="default"
            onClick={add}
            disabled={types.length >= MAX_TICKET_TYPES}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('types.add')}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}
