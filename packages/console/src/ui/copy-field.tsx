import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { focus } from './focus.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly description?: ReactNode;
  readonly autoFocus?: boolean;
}

/** The focus selects the whole value. */
export function CopyField({ label, value, description, autoFocus = false }: Props) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        {...(autoFocus ? { ref: focus, 'data-autofocus': true } : {})}
        flex={1}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        classNames={{ input: 'monospace' }}
        // Shows to who copies by hand that the text goes on.
        styles={{ input: { textOverflow: 'ellipsis' } }}
      />
      <CopyButton value={value} label={label} />
    </Group>
  );
}

/** Unlike Mantine's CopyButton, it announces success and failure. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { t } = useText();
  const { copy, copied, error } = useClipboard();
  const status = copied ? t('copy.done') : error === null ? t('copy.copy') : t('copy.failed');
  return (
    <>
      <Button
        variant="default"
        onClick={() => copy(value)}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        aria-label={`${t('copy.copy')}: ${label}`}
        flex="0 0 auto"
      >
        {status}
      </Button>
      <VisuallyHidden role="status">{copied || error !== null ? status : ''}</VisuallyHidden>
    </>
  );
}
