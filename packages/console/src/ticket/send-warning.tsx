import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { inBraces } from '../macros/variables.ts';
import { Time } from '../ui/time.tsx';
import { authorName } from './author-name.ts';
import classes from './ticket.module.css';
import type { Answer, Check } from './use-send.ts';

interface Props {
  readonly check: Check | undefined;
  readonly onAnswer: (answer: Answer) => void;
  readonly onClosed: () => void;
}

/** Asks before sending what its writer may not want to send like this. */
export function SendCheck({ check, onAnswer, onClosed }: Props) {
  const { t } = useText();
  // While the dialog goes it says what it said.
  const last = useRef(check);
  if (check !== undefined) last.current = check;
  const shown = check ?? last.current;
  const newest = shown?.why === 'changed' ? shown.newer.at(-1) : undefined;
  const title =
    newest === undefined ? t('check.variables.title') : t('check.changed.title', { name: authorName(newest, t) });
  return (
    <Modal
      opened={check !== undefined}
      onClose={() => onAnswer('edit')}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="md">
        {shown?.why === 'variables' && <Text>{t('check.variables.text', { names: inBraces(shown.names) })}</Text>}
        {shown?.why === 'changed' && (
          <>
            <Text>{t('check.changed.text')}</Text>
            <ul className={classes.list}>
              {shown.newer.map((message) => (
                <li
                  key={message.id}
                  className={`${classes.message} ${message.authorType === 'player' ? classes.player : classes.team}`}
                >
                  <div className={classes.byline}>
                    <bdi className={classes.author}>{authorName(message, t)}</bdi>
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
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="red" onClick={() => onAnswer('discard')} mr="auto">
            {t('check.discard')}
          </Button>
          <Button variant="default" onClick={() => onAnswer('send')}>
            {t('check.send')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer('edit')}>
            {t('check.edit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
