import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { MessageKind } from '../data/outbox/drafts.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { titleWithKeys } from '../ui/key-labels.tsx';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { AFTER_SENDING, type AfterSending, useAfterSending } from './after-sending.ts';
import type { HowToSend, ReplyStatus } from './use-send.ts';

/** In the text field, in the format of `Shortcut`. */
export const SEND = 'mod+Enter';
export const SEND_AND_STAY = 'mod+alt+Enter';
export const SEND_AND_RESOLVE = 'mod+shift+Enter';

interface Props {
  readonly kind: MessageKind;
  /** Set by the reply's macros. */
  readonly status: ReplyStatus | undefined;
  readonly disabled: boolean;
  readonly onSend: (how?: HowToSend) => void;
}

/** Says what sending does. `status`: of the reply's macros. */
export function sendLabel(kind: MessageKind, status: ReplyStatus | undefined, t: Translate): string {
  if (kind === 'note') return t('composer.send-note');
  if (status === undefined) return t('composer.send');
  return t(status === 'resolved' ? 'composer.send-resolve' : 'composer.send-close');
}

/** Returns the label to stay on the ticket once. */
export const sendAndStayLabel = (kind: MessageKind, t: Translate) =>
  t(kind === 'note' ? 'composer.note-stay' : 'composer.send-stay');

export function SendButtons({ kind, status, disabled, onSend }: Props) {
  const { t } = useText();
  const [after, setAfter] = useAfterSending();
  const isNote = kind === 'note';
  const label = sendLabel(kind, status, t);
  const once = { label: sendAndStayLabel(kind, t), keys: SEND_AND_STAY, run: () => onSend({ stays: true }), disabled };
  const close = { label: t('composer.send-close'), run: () => onSend({ status: 'closed' }), disabled };
  const entries = [...(after === 'stay' ? [] : [once]), ...(isNote || status === 'closed' ? [] : [close])];
  return (
    <Group gap={6} ml="auto">
      {!isNote && status !== 'resolved' && (
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          title={titleWithKeys(t('composer.send-resolve'), SEND_AND_RESOLVE)}
          onClick={() => onSend({ status: 'resolved' })}
        >
          {t('composer.send-resolve')}
        </Button>
      )}
      <Button
        size="xs"
        disabled={disabled}
        title={titleWithKeys(label, SEND)}
        onClick={() => onSend()}
        {...(isNote && { color: 'yellow' })}
      >
        {label}
      </Button>
      <LazyMenu
        position="top-end"
        entries={[
          ...entries,
          ...(entries.length > 0 ? (['divider'] as const) : []),
          { heading: t('composer.after') },
          {
            options: AFTER_SENDING.map((value) => ({ value, label: t(`composer.after.${value}`) })),
            value: after,
            onChange: (value) => setAfter(value as AfterSending),
          },
        ]}
        button={(trigger) => (
          <ActionIcon {...trigger} size={30} variant="default" aria-label={t('composer.more')}>
            <IconChevronDown size={16} />
          </ActionIcon>
        )}
      />
    </Group>
  );
}
