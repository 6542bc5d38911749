import { Button, Modal, Stack, Text } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { inBraces } from '@player-support/contract/variables';
import { useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { isolated } from '../ui/isolated.ts';
import { RobotMark } from '../ui/robot-mark.tsx';
import { Time } from '../ui/time.tsx';
import { authorName } from './author-name.ts';
import classes from './ticket.module.css';
import type { Choice, Warning } from './use-send.ts';

interface Props {
  readonly warning: Warning | undefined;
  readonly player: TeamTicketResponse['player'];
  readonly onChoose: (choice: Choice) => void;
  readonly onClosed: () => void;
}

/** Warns about a note, unfilled variables, or unseen messages. */
export function SendWarning({ warning, player, onChoose, onClosed }: Props) {
  const { t } = useText();
  // The content stays while the dialog closes.
  const last = useRef(warning);
  if (warning !== undefined) last.current = warning;
  const shown = warning ?? last.current;
  const newest = shown?.reason === 'changed' ? shown.newer.at(-1) : undefined;
  const title =
    newest === undefined
      ? t(shown?.reason === 'note' ? 'warning.note.title' : 'warning.variables.title')
      : t('warning.changed.title', { name: isolated(authorName(newest, player, t)) });
  return (
    <Modal
      opened={warning !== undefined}
      onClose={() => onChoose('edit')}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="md">
        {shown?.reason === 'note' && <Text>{t('warning.note.text')}</Text>}
        {shown?.reason === 'variables' && <Text>{t('warning.variables.text', { names: inBraces(shown.names) })}</Text>}
        {shown?.reason === 'changed' && (
          <>
            <Text>{t('warning.changed.text')}</Text>
            <ul className={classes.list}>
              {shown.newer.map((message) => (
                <li
                  key={message.id}
                  className={`${classes.message} ${message.authorType === 'player' ? classes.player : classes.team}`}
                >
                  <div className={classes.byline}>
                    <RobotMark id={message.author?.id} />
                    <bdi className={classes.author}>{authorName(message, player, t)}</bdi>
                    <Time at={message.createdAt} />
                  </div>
                  <p className={classes.text} dir="auto">
                    {message.message}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
        <DialogFooter>
          <Button variant="default" onClick={() => onChoose('send')}>
            {t('warning.send')}
          </Button>
          <Button data-autofocus onClick={() => onChoose('edit')}>
            {t('warning.edit')}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
