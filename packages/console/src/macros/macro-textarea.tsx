import { Combobox, Text, Textarea, useCombobox, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { MacroResponse } from '@player-support/contract/team/macros';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useHasRole } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { findMacros, macroQuery } from './macro-query.ts';
import { macrosQuery } from './queries.ts';

interface Props {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly projectId: string;
  readonly value: string;
  /** `macro`: the one that was inserted. */
  readonly onChange: (text: string, macro?: MacroResponse) => void;
  /** Returns the text to insert for a macro. */
  readonly toText: (macro: MacroResponse) => string;
}

/** A text field in which `/` at the start of a word finds a macro. Escape leaves the field. */
export function MacroTextarea({ ref, label, placeholder, projectId, value, onChange, toText }: Props) {
  const { t } = useText();
  const [caret, setCaret] = useState(0);
  const { data } = useQuery(macrosQuery);
  const [isFocused, setFocused] = useState(false);
  // On a phone the field is small until it is used.
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const slash = macroQuery(value, caret);
  const matching = slash === undefined ? [] : findMacros(data?.macros ?? [], projectId, slash.query);
  const hasMacros = (data?.macros ?? []).length > 0;
  const canAdd = useHasRole('admin');
  const isOpen = slash !== undefined && combobox.dropdownOpened;

  const updateQuery = (text: string, position: number) => {
    setCaret(position);
    if (macroQuery(text, position) === undefined) return combobox.closeDropdown();
    combobox.openDropdown();
    // After the options of the new query were rendered.
    requestAnimationFrame(() => combobox.selectFirstOption());
  };
  const insert = (id: string) => {
    const macro = matching.find((one) => one.id === id);
    combobox.closeDropdown();
    if (macro === undefined || slash === undefined) return;
    const before = value.slice(0, slash.start) + toText(macro);
    onChange(before + value.slice(caret), macro);
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
            updateQuery(currentTarget.value, currentTarget.selectionStart);
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
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('settings.macros')}>
          {matching.map((macro) => (
            <Combobox.Option key={macro.id} value={macro.id}>
              <Text size="sm" fw={600} truncate>
                {macro.name}
              </Text>
              <Text size="xs" c="inherit" truncate dir="auto">
                {toText(macro)}
              </Text>
            </Combobox.Option>
          ))}
          {matching.length === 0 && <Combobox.Empty>{t(hasMacros ? 'macros.none' : 'macros.empty')}</Combobox.Empty>}
        </Combobox.Options>
        {data !== undefined && !hasMacros && canAdd && (
          // Without this, the field would lose the focus and close the list before the click.
          <Combobox.Footer onMouseDown={(event) => event.preventDefault()}>
            <AnchorLink to="/settings/macros" size="sm">
              {t('macros.first')}
            </AnchorLink>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
      <VisuallyHidden role="status">{isOpen && t('macros.results', { count: matching.length })}</VisuallyHidden>
    </Combobox>
  );
}
