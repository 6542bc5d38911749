import { ActionIcon, Button, Progress } from '@mantine/core';
import { MAX_ATTACHMENTS } from '@player-support/contract/limits';
import { IconFile, IconX } from '@tabler/icons-react';
import { ApiError } from '../api/api-error.ts';
import type { ComposerFile } from '../files/composer-files.ts';
import { sizeText } from '../files/size-text.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { useSending } from '../outbox/sending.tsx';
import { errorText } from '../ui/error-text.ts';
import classes from './composer-files.module.css';

interface Props {
  readonly files: readonly ComposerFile[];
  /** How many files were left out. */
  readonly leftOut: number;
  /** A file was removed. */
  readonly onRemoved: () => void;
}

/** The files of the message that is written: their uploads, and why one failed. */
export function ComposerFiles({ files, leftOut, onRemoved }: Props) {
  const { t } = useText();
  const tooMany = files.length > MAX_ATTACHMENTS;
  const done = files.filter(({ state }) => state === 'uploaded').length;
  return (
    <>
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('files.of-message')}>
          {files.map((file) => (
            <Row key={file.key} file={file} onRemoved={onRemoved} />
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

function Row({ file, onRemoved }: { readonly file: ComposerFile; readonly onRemoved: () => void }) {
  const { t, language } = useText();
  const { files } = useSending();
  const { key, name, size, state, progress, thumbnail } = file;
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
            {failureText(file, t)}
          </div>
        )}
        {state === 'waiting' && <div className={classes.size}>{t('files.waiting')}</div>}
        {state === 'uploading' && <Progress value={percent} size="sm" aria-label={t('files.uploading', { name })} />}
      </div>
      {state === 'failed' && size > 0 && (
        <Button size="compact-xs" mih={24} variant="default" onClick={() => files.retry(key)}>
          {t('files.retry')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('files.remove', { name })}
        onClick={() => {
          files.remove(key);
          onRemoved();
        }}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

/** Why a file could not be uploaded, and what to do. */
function failureText({ size, error }: ComposerFile, t: Translate): string {
  if (size === 0) return t('files.empty');
  if (!(error instanceof ApiError)) return errorText(error, t);
  if (error.status === 413) return t('files.too-large');
  if (error.status === 404) return t('files.not-taken');
  // More than this is the quota of a day.
  if (error.status === 429 && (error.retryAfter ?? 0) > 3600) return t('files.quota');
  return errorText(error, t);
}
