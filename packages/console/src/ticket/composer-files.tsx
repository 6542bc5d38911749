import { ActionIcon, Button, Progress } from '@mantine/core';
import { MAX_ATTACHMENTS } from '@player-support/contract/limits';
import { IconFile, IconX } from '@tabler/icons-react';
import { ApiError, isLongLimit } from '../api/api-error.ts';
import { EmptyFile, LostFile, type UploadState } from '../data/files/uploads.ts';
import type { MessageFile } from '../data/outbox/entries.ts';
import { useSending } from '../data/outbox/sending.tsx';
import { sizeText } from '../i18n/size-text.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { errorText } from '../ui/error-text.ts';
import classes from './composer-files.module.css';

interface Props {
  readonly ticketId: string;
  readonly files: readonly MessageFile[];
  /** Of each file. */
  readonly uploads: readonly UploadState[];
  /** Files beyond the limit. */
  readonly leftOut: number;
  readonly onRemove: (file: MessageFile) => void;
}

/** Shows the message's files: their uploads, and why one failed. */
export function ComposerFiles({ ticketId, files, uploads, leftOut, onRemove }: Props) {
  const { t } = useText();
  const tooMany = files.length > MAX_ATTACHMENTS;
  const done = uploads.filter(({ state }) => state === 'uploaded').length;
  return (
    <>
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('files.of-message')}>
          {files.map((file, index) => (
            <Row key={file.key} ticketId={ticketId} file={file} upload={uploads[index]} onRemove={onRemove} />
          ))}
        </ul>
      )}
      <div role="status" className={classes.hint}>
        {(leftOut > 0 || tooMany) && t('files.most', { count: MAX_ATTACHMENTS })}
        {files.length > 0 && done === files.length && !tooMany && leftOut === 0 && t('files.uploaded', { count: done })}
      </div>
    </>
  );
}

interface RowProps extends Pick<Props, 'ticketId' | 'onRemove'> {
  readonly file: MessageFile;
  readonly upload: UploadState | undefined;
}

function Row({ ticketId, file, upload, onRemove }: RowProps) {
  const { t, language } = useText();
  const { uploads } = useSending();
  const { name, size } = file;
  const { state, progress = 0, thumbnail, error } = upload ?? {};
  const percent = Math.round(progress * 100);
  return (
    <li className={classes.file} data-failed={state === 'failed' || undefined}>
      {thumbnail === undefined ? (
        <IconFile size={24} className={classes.icon} aria-hidden />
      ) : (
        <img src={thumbnail} alt="" className={classes.thumbnail} />
      )}
      <div className={classes.about}>
        <div className={classes.name}>
          <bdi>{name}</bdi> <span className={classes.size}>{sizeText(language, size)}</span>
        </div>
        {state === 'failed' && (
          <div role="alert" className={classes.error}>
            {failureText(error, t)}
          </div>
        )}
        {state === 'waiting' && <div className={classes.size}>{t('files.waiting')}</div>}
        {state === 'uploading' && <Progress value={percent} size="sm" aria-label={t('files.uploading', { name })} />}
      </div>
      {state === 'failed' && size > 0 && (
        <Button size="compact-xs" mih={24} variant="default" onClick={() => uploads.retry(ticketId, file)}>
          {t('files.retry')}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t('files.remove', { name })} onClick={() => onRemove(file)}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

function failureText(error: unknown, t: Translate): string {
  if (error instanceof EmptyFile) return t('files.empty');
  if (error instanceof LostFile) return t('files.lost');
  if (!(error instanceof ApiError)) return errorText(error, t);
  if (error.status === 413) return t('files.too-large');
  if (error.status === 404) return t('files.not-taken');
  if (isLongLimit(error)) return t('files.quota');
  return errorText(error, t);
}
