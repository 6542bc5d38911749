import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly description?: ReactNode;
  /** Takes the focus when it appears, where it is what the page is about. */
  readonly focused?: boolean;
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** A text to be taken elsewhere, such as a key: shown whole, selected at a touch, copied by a button. */
export function CopyField({ label, value, description, focused = false }: Props) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        {...(focused ? { ref: focus, 'data-autofocus': true } : {})}
        flex={1}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        classNames={{ input: 'monospace' }}
      />
      <CopyButton value={value} label={label} />
    </Group>
  );
}

/** Copies a text; `label` says which, to those who hear the page. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { t } = useText();
  const { copy, copied, error } = useClipboard();
  const said = copied ? t('copy.done') : error === null ? t('copy.copy') : t('copy.failed');
  return (
    <>
      <Button
        variant="default"
        onClick={() => copy(value)}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        aria-label={`${t('copy.copy')}: ${label}`}
        flex="0 0 auto"
      >
        {said}
      </Button>
      <VisuallyHidden role="status">{copied || error !== null ? said : ''}</VisuallyHidden>
    </>
  );
}
