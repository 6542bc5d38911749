import { Anchor, UnstyledButton } from '@mantine/core';
import type { TeamMessageResponse } from '@player-support/contract/team/tickets';
import { IconBug, IconDownload, IconFileOff, IconFileText, IconHourglass } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { sizeText } from '../i18n/size-text.ts';
import { useText } from '../i18n/text.ts';
import { isImage, type ShownFile, useTicketFiles } from './files/ticket-files.tsx';
import classes from './ticket.module.css';

type File = TeamMessageResponse['attachments'][number];

/** Images and texts open in the viewer. Other files are downloads. */
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

function MessageFile({ file }: { readonly file: File }) {
  const { t } = useText();
  const { name, contentType, url, scan } = file;
  if (url !== null) {
    const readable = { ...file, url };
    if (isImage(file)) return <Picture file={readable} />;
    return contentType === 'text/plain' ? <TextFile file={readable} /> : <Download file={readable} />;
  }
  const [Icon, why] = UNREADABLE[scan ?? 'unknown'];
  return (
    <span className={classes.file}>
      <Icon size={16} aria-hidden />
      <bdi>{name}</bdi>
      <span>{t(why)}</span>
    </span>
  );
}

/** Why a file has no URL. Without a reason, it cannot be read now. */
const UNREADABLE = {
  infected: [IconBug, 'conversation.infected'],
  waiting: [IconHourglass, 'conversation.checking'],
  unknown: [IconFileOff, 'conversation.unreadable'],
} as const;

interface Props {
  readonly file: ShownFile;
}

function Picture({ file }: Props) {
  const { t } = useText();
  const { open, renew } = useTicketFiles();
  const { id, name, url } = file;
  return (
    <UnstyledButton className={classes.picture} aria-label={t('conversation.open', { name })} onClick={() => open(id)}>
      <img
        src={url}
        alt={name}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => void renew(file)}
      />
    </UnstyledButton>
  );
}

function TextFile({ file: { id, name, size } }: Props) {
  const { language } = useText();
  const { open } = useTicketFiles();
  return (
    <UnstyledButton className={classes.file} onClick={() => open(id)}>
      <IconFileText size={16} aria-hidden />
      <bdi>{name}</bdi>
      <span>{sizeText(language, size)}</span>
    </UnstyledButton>
  );
}

/** Cameras write the location into these, and the server does not change them. */
const CAN_HAVE_LOCATION = /^(?:image|video|audio)\//;

function Download({ file }: Props) {
  const { t, language } = useText();
  const { renew } = useTicketFiles();
  const { name, size, url, contentType } = file;
  // The response is a download, so the page stays.
  const download = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const response = await fetch(url, { method: 'HEAD', credentials: 'omit' }).catch(() => undefined);
    location.assign((response?.status === 404 ? await renew(file) : undefined) ?? url);
  };
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      className={classes.file}
      inherit
      onClick={(event) => void download(event)}
    >
      <IconDownload size={16} aria-hidden />
      <bdi>{name}</bdi>
      <span>{sizeText(language, size)}</span>
      {CAN_HAVE_LOCATION.test(contentType) && <span>{t('conversation.location')}</span>}
    </Anchor>
  );
}
