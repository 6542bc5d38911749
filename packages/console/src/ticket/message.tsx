import { Button } from '@mantine/core';
import type { TeamMessageResponse, TeamTicketResponse, TicketMerge } from '@player-support/contract/team/tickets';
import { IconEye, IconLock, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type Ref } from 'react';
import type { MessageEntry } from '../data/outbox/entries.ts';
import { useFilesToUpload, useSending } from '../data/outbox/sending.tsx';
import { membersQuery } from '../data/queries/members.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { FocusableTime } from '../ui/focusable-time.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { RobotMark } from '../ui/robot-mark.tsx';
import { Time } from '../ui/time.tsx';
import { authorName } from './author-name.ts';
import { MessageFiles } from './message-files.tsx';
import { MessageText } from './message-text.tsx';
import classes from './ticket.module.css';

interface Props {
  readonly message: TeamMessageResponse;
  readonly player: TeamTicketResponse['player'];
  /** The merged ticket in which the message was written. */
  readonly from?: TicketMerge | undefined;
  readonly ref?: Ref<HTMLLIElement> | undefined;
}

export const Message = memo(function Message({ message, player, from, ref }: Props) {
  const { t } = useText();
  const { authorType, author, visibility, createdAt, readAt } = message;
  const isNote = visibility === 'internal';
  const members = useQuery(membersQuery).data?.members;
  const isTeam = authorType === 'admin';
  const kindClass = isNote ? classes.note : isTeam ? classes.team : classes.player;
  return (
    <li ref={ref} className={`${classes.message} ${kindClass}`}>
      <div className={classes.byline}>
        {isNote && <NoteLabel />}
        <span className={classes.author}>
          <RobotMark id={author?.id} />
          <bdi>{authorName(message, player, t)}</bdi>
        </span>
        {authorType === 'player' && <span>{t('conversation.player')}</span>}
        {isTeam && author !== null && !isNote && <span>{t('conversation.team')}</span>}
        <FocusableTime at={createdAt} />
        {from !== undefined && (
          <span className={classes.from}>
            {t('merge.from')}{' '}
            <AnchorLink to="/tickets/$ticketId" params={{ ticketId: from.ticketId }} inherit underline="always">
              <bdi>{from.subject}</bdi>
            </AnchorLink>
          </span>
        )}
      </div>
      <MessageText text={message.message} members={isNote ? members : undefined} />
      {/* A node of the last release sends none. */}
      <MessageFiles files={message.attachments ?? []} />
      {isTeam && !isNote && (
        <div className={classes.foot}>
          {readAt === null ? (
            <span>{t('conversation.unseen')}</span>
          ) : (
            <>
              <IconEye size={14} aria-hidden />
              <span>{t('conversation.seen')}</span>
              <Time at={readAt} />
            </>
          )}
        </div>
      )}
    </li>
  );
});

function NoteLabel() {
  const { t } = useText();
  return (
    <span className={classes.noteLabel}>
      <IconLock size={14} aria-hidden />
      {t('conversation.note')}
    </span>
  );
}

/** Shows a message that can be undone until it is sent. */
export function SendingMessage({ entry }: { readonly entry: MessageEntry }) {
  const { t } = useText();
  const { name } = useMember();
  const { outbox, undo } = useSending();
  const isNote = entry.kind === 'note';
  const filesToUpload = useFilesToUpload(entry);
  const members = useQuery(membersQuery).data?.members;
  return (
    <li className={`${classes.message} ${classes.sending} ${isNote ? classes.note : classes.team}`}>
      <div className={classes.byline}>
        {isNote && <NoteLabel />}
        <bdi className={classes.author}>{name}</bdi>
      </div>
      <MessageText text={entry.message} members={isNote ? members : undefined} />
      {entry.attachments !== undefined && (
        <ul className={classes.files} aria-label={t('conversation.files')}>
          {entry.attachments.map(({ key, name: file }) => (
            <li key={key} className={classes.file}>
              <IconPaperclip size={16} aria-hidden />
              <bdi>{file}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <span role="status">
          {outbox.isDelayed(entry)
            ? t('outbox.delayed')
            : filesToUpload > 0
              ? t('outbox.files', { count: filesToUpload })
              : t('conversation.sending')}
        </span>
        {outbox.canUndo(entry) && (
          <Button size="compact-xs" mih={24} variant="default" onClick={() => undo(entry)}>
            {t('outbox.undo')}
          </Button>
        )}
      </div>
    </li>
  );
}
