import { ActionIcon, Anchor, Group, Modal, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { sizeText } from '../../i18n/size-text.ts';
import { useText } from '../../i18n/text.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import classes from './file-viewer.module.css';
import { ImageView } from './image-view.tsx';
import { TextView } from './text-view.tsx';
import { isImage, type ShownFile } from './ticket-files.tsx';

interface Props {
  /** All files of the ticket that the viewer can show. */
  readonly files: readonly ShownFile[];
  readonly openId: string;
  readonly onOpen: (fileId: string) => void;
  readonly onClose: () => void;
}

/** Shows images and texts, one at a time. Arrow keys change the file. */
export function FileViewer({ files, openId, onOpen, onClose }: Props) {
  const { t, language } = useText();
  useReturnFocus();
  const index = files.findIndex(({ id }) => id === openId);
  const file = files[index];
  const go = (step: number) => {
    const next = files[(index + step + files.length) % files.length];
    if (next !== undefined) onOpen(next.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    event.preventDefault();
    go(key === 'ArrowLeft' ? -1 : 1);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (file === undefined) return null;
  const { id, name, size, url } = file;
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      returnFocus={false}
      title={<bdi>{name}</bdi>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{ content: classes.content, body: classes.body, title: classes.title, header: classes.header }}
    >
      <Group gap="xs" className={classes.bar}>
        {files.length > 1 && (
          <Group gap={4}>
            <ActionIcon variant="default" aria-label={t('viewer.previous')} onClick={() => go(-1)}>
              <IconArrowLeft size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={t('viewer.next')} onClick={() => go(1)}>
              <IconArrowRight size={16} />
            </ActionIcon>
          </Group>
        )}
        <Text size="sm" c="dimmed" role="status">
          {t('viewer.position', { position: index + 1, count: files.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {sizeText(language, size)}
        </Text>
        <Anchor
          href={url}
          download={name}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          size="sm"
          className={classes.download}
        >
          <IconDownload size={16} aria-hidden />
          {t('viewer.download')}
        </Anchor>
      </Group>
      {isImage(file) ? <ImageView key={id} file={file} /> : <TextView key={id} file={file} />}
    </Modal>
  );
}
