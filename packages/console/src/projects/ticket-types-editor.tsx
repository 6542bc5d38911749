import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { MAX_TICKET_TYPES } from '@player-support/contract/limits';
import type { TicketType } from '@player-support/contract/team/projects';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';

interface Props {
  readonly types: readonly TicketType[];
  readonly onChange: (types: TicketType[]) => void;
  readonly error: unknown;
}

/** The ticket types of a game with their labels, in the order of the filter. */
export function TicketTypesEditor({ types, onChange, error }: Props) {
  const { t } = useText();
  const list = useRef<HTMLDivElement>(null);
  const change = (index: number, changed: Partial<TicketType>) =>
    onChange(types.map((one, other) => (other === index ? { ...one, ...changed } : one)));
  const move = (index: number, by: -1 | 1) => {
    const rest = types.filter((_, other) => other !== index);
    onChange([...rest.slice(0, index + by), ...types.slice(index, index + 1), ...rest.slice(index + by)]);
  };
  const remove = (index: number) => {
    onChange(types.filter((_, other) => other !== index));
    // The pressed button was removed, and the focus with it.
    list.current?.querySelector<HTMLElement>('input')?.focus();
  };
  const add = () => {
    onChange([...types, { type: '', label: '' }]);
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
        {types.map(({ type, label }, index) => {
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
                maxLength={30}
                required
                spellCheck={false}
                data-type
                flex="1 1 6rem"
                miw={0}
              />
              <TextInput
                aria-label={t('types.label', { position })}
                placeholder={`${t('types.label.placeholder')} *`}
                value={label}
                onChange={({ currentTarget }) => change(index, { label: currentTarget.value })}
                error={fieldError(error, `ticketTypes.${index}.label`)}
                maxLength={80}
                required
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
