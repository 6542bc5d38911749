import { Combobox, Text, Textarea, useCombobox, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { findMacros, macroQuery } from './macro-query.ts';
import { macrosQuery } from './queries.ts';

interface Props {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly projectId: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is put in of a macro's body. */
  readonly onInsert: (body: string) => string;
}

/** A text in which `/` at the start of a line or word finds a macro. Escape leaves it. */
export function MacroTextarea({ ref, label, placeholder, projectId, value, onChange, onInsert }: Props) {
  const { t } = useText();
  const [caret, setCaret] = useState(0);
  const { data } = useQuery(macrosQuery);
  const [isFocused, setFocused] = useState(false);
  // On a phone the conversation has little room as it is.
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const asked = macroQuery(value, caret);
  const found = asked === undefined ? [] : findMacros(data?.macros ?? [], projectId, asked.query);
  const isOpen = asked !== undefined && combobox.dropdownOpened;

  const look = (text: string, at: number) => {
    setCaret(at);
    if (macroQuery(text, at) === undefined) return combobox.closeDropdown();
    combobox.openDropdown();
    // Once the options are those of what was typed.
    requestAnimationFrame(() => combobox.selectFirstOption());
  };
  const insert = (id: string) => {
    const macro = found.find((one) => one.id === id);
    combobox.closeDropdown();
    if (macro === undefined || asked === undefined) return;
    const before = value.slice(0, asked.start) + onInsert(macro.body);
    onChange(before + value.slice(caret));
    requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(before.length, before.length);
      setCaret(before.length);
    });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={insert} position="top-start" width={360} withinPortal={false}>
      <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          ref={ref}
          aria-label={label}
          aria-autocomplete="list"
          placeholder={placeholder}
          value={value}
          dir="auto"
          autosize
          minRows={isSmall && !isFocused && value === '' ? 1 : 3}
          maxRows={12}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            look(currentTarget.value, currentTarget.selectionStart);
          }}
          onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            combobox.closeDropdown();
          }}
          onKeyDown={({ key, currentTarget, nativeEvent }) => {
            if (key !== 'Escape' || isOpen || nativeEvent.isComposing) return;
            currentTarget.blur();
            document.getElementById('conversation')?.focus();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('macros.label')}>
          {found.map(({ id, name, body }) => (
            <Combobox.Option key={id} value={id}>
              <Text size="sm" fw={600} truncate>
                {name}
              </Text>
              <Text size="xs" c="inherit" truncate>
                {body}
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{t((data?.macros ?? []).length === 0 ? 'macros.empty' : 'macros.none')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden role="status">{isOpen && t('macros.results', { count: found.length })}</VisuallyHidden>
    </Combobox>
  );
}
