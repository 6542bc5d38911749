import { Box, Combobox, Text, Textarea, type TextareaProps, useCombobox, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import classes from './completing-textarea.module.css';
import { ScrollingOptions } from './scrolling-options.tsx';

const MAX_ROWS = 12;
/** The browser fits a field to its text. A script takes 7 ms. */
const HAS_FIELD_SIZING = CSS.supports('field-sizing', 'content');

export interface CompletionOption {
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
  /** Replaces the query. */
  readonly insert: string;
}

/** Texts for a key such as `/` at the start of a word. */
export interface Completion {
  /** The query before the caret, and its start with the key. */
  readonly find: (text: string, caret: number) => { readonly start: number; readonly query: string } | undefined;
  readonly options: (query: string) => readonly CompletionOption[];
  readonly label: string;
  readonly empty: string;
  /** Says the number of options. */
  readonly results: (count: number) => string;
  readonly footer?: ReactNode;
}

interface Props
  extends Pick<TextareaProps, 'aria-label' | 'description' | 'error' | 'label' | 'placeholder' | 'required'> {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  /** `option`: inserted at `start`. */
  readonly onChange: (text: string, option?: CompletionOption, start?: number) => void;
  readonly completions: readonly Completion[];
  /** Escape focuses this element. Undefined: Escape stays in the field. */
  readonly leaveTo?: string;
  /** A dialog focuses the field when it opens, and would cut the list off. */
  readonly isInDialog?: boolean;
}

/** Some keys open a list of texts to insert. */
export function CompletingTextarea(props: Props) {
  const { ref, value, onChange, completions, leaveTo, isInDialog = false, ...field } = props;
  const [caret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  // On a phone the field is small until it is used.
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const rows = isSmall && !isFocused && value === '' ? 1 : 3;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const at = (text: string, position: number) =>
    completions
      .map((completion) => ({ completion, query: completion.find(text, position) }))
      .find(({ query }) => query !== undefined);
  const { completion, query } = at(value, caret) ?? {};
  const options = (query && completion?.options(query.query)) ?? [];
  const isOpen = query !== undefined && combobox.dropdownOpened;
  const { selectFirstOption } = combobox;
  /** Undefined: the list is closed. */
  const shown = isOpen ? JSON.stringify([query.query, ...options.map(({ id }) => id)]) : undefined;
  // Options may load after the query was typed. Enter must insert them too.
  useLayoutEffect(() => {
    if (shown === undefined || selectFirstOption() !== null) return;
    // A list is rendered a moment after it opens.
    const frame = requestAnimationFrame(() => selectFirstOption());
    return () => cancelAnimationFrame(frame);
  }, [shown, selectFirstOption]);

  const updateQuery = (text: string, position: number) => {
    setCaret(position);
    if (at(text, position) === undefined) return combobox.closeDropdown();
    combobox.openDropdown();
  };
  const insert = (id: string) => {
    const option = options.find((one) => one.id === id);
    combobox.closeDropdown();
    if (option === undefined || query === undefined) return;
    const before = value.slice(0, query.start) + option.insert;
    const rest = value.slice(caret);
    onChange(before + (before.endsWith(' ') ? rest.replace(/^ /, '') : rest), option, query.start);
    requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(before.length, before.length);
      setCaret(before.length);
    });
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={insert}
      position="top-start"
      width={360}
      withinPortal={isInDialog}
      keepMounted={false}
    >
      <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          {...field}
          ref={ref}
          aria-autocomplete="list"
          data-autofocus={isInDialog || undefined}
          value={value}
          dir="auto"
          classNames={{ input: classes.field ?? '' }}
          autosize={!HAS_FIELD_SIZING}
          minRows={rows}
          maxRows={MAX_ROWS}
          style={{ '--rows': rows, '--max-rows': MAX_ROWS }}
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
            // Before the focus moves, so that it does not move into the list.
            if (key === 'Tab') combobox.closeDropdown();
            if (leaveTo === undefined || key !== 'Escape' || isOpen || nativeEvent.isComposing) return;
            currentTarget.blur();
            document.getElementById(leaveTo)?.focus();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        {/* Outside the dialog it needs its own landmark. */}
        <Box component={isInDialog ? 'section' : 'div'} aria-label={isInDialog ? completion?.label : undefined}>
          <ScrollingOptions label={completion?.label}>
            {options.map(({ id, name, detail }) => (
              <Combobox.Option key={id} value={id}>
                <Text size="sm" fw={600} truncate>
                  {name}
                </Text>
                {detail !== null && (
                  <Text size="xs" c="inherit" truncate dir="auto">
                    {detail}
                  </Text>
                )}
              </Combobox.Option>
            ))}
            {options.length === 0 && <Combobox.Empty>{completion?.empty}</Combobox.Empty>}
          </ScrollingOptions>
          {completion?.footer !== undefined && (
            // The field must keep the focus, or the list closes before the click.
            <Combobox.Footer onMouseDown={(event) => event.preventDefault()}>{completion.footer}</Combobox.Footer>
          )}
        </Box>
      </Combobox.Dropdown>
      <VisuallyHidden role="status">{isOpen && completion?.results(options.length)}</VisuallyHidden>
    </Combobox>
  );
}
