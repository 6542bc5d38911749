import { ActionIcon, FileButton } from '@mantine/core';
import { MAX_ATTACHMENTS } from '@player-support/contract/limits';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ onFiles }: Props) {
  const { t } = useText();
  const reset = useRef<() => void>(null);
  const take = (files: File[]) => {
    onFiles(files);
    // So that a removed file can be chosen again.
    reset.current?.();
  };
  return (
    <FileButton multiple resetRef={reset} onChange={take} inputProps={{ 'aria-label': t('files.choose') }}>
      {(button) => (
        <ActionIcon
          {...button}
          size={30}
          variant="default"
          aria-label={t('files.attach')}
          title={t('files.attach.hint', { count: MAX_ATTACHMENTS })}
        >
          <IconPaperclip size={16} />
        </ActionIcon>
      )}
    </FileButton>
  );
}
