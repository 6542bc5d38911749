import { Anchor } from '@mantine/core';
import type { TeamMessageResponse } from '@player-support/contract/team/tickets';
import { IconDownload, IconFileText, IconHourglass } from '@tabler/icons-react';
import { cachedFormat } from '../i18n/cached-format.ts';
import { useText } from '../i18n/text.ts';
import classes from './ticket.module.css';

type File = TeamMessageResponse['attachments'][number];

/** The files of a message. Images are shown, a text opens, and everything else is a download. */
export function MessageFiles({ files }: { readonly files: readonly File[] }) {
  const { t } = useText();
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t('conversation.files')}>
      {files.map((file) => (
        <li key={file.id}>
          <MessageFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function MessageFile({ file: { name, contentType, size, url } }: { readonly file: File }) {
  const { t, language } = useText();
  if (url === null) {
    return (
      <span className={classes.file}>
        <IconHourglass size={16} aria-hidden />
        <bdi>{name}</bdi>
        <span>{t('conversation.checking')}</span>
      </span>
    );
  }
  // The server lets nothing of a file run, and a file knows nothing of this page.
  const link = { href: url, target: '_blank', rel: 'noopener noreferrer', referrerPolicy: 'no-referrer' } as const;
  if (contentType.startsWith('image/')) {
    return (
      <a {...link} className={classes.picture}>
        <img src={url} alt={name} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
      </a>
    );
  }
  const Icon = contentType === 'text/plain' ? IconFileText : IconDownload;
  return (
    <Anchor {...link} className={classes.file} inherit>
      <Icon size={16} aria-hidden />
      <bdi>{name}</bdi>
      <span>{sizeText(language, size)}</span>
    </Anchor>
  );
}

/** A size in kB, or in MB from a million bytes on. */
function sizeText(language: string, bytes: number): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const format = cachedFormat(
    `size ${language} ${unit}`,
    () => new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }),
  );
  return format.format(bytes / (unit === 'kilobyte' ? 1000 : 1_000_000));
}
