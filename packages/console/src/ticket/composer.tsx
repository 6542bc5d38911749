import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { MAX_ATTACHMENTS, MAX_TEAM_TEXT_LENGTH } from '@player-support/contract/limits';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { fillVariables, variableValues } from '@player-support/contract/variables';
import { hasVisible } from '@player-support/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { withInserted, withoutChange, withText } from '../data/draft-macros.ts';
import { withVariables } from '../data/fill-draft.ts';
import { usePresence } from '../data/live/live-updates.ts';
import { changesOf, macroText } from '../data/macro-content.ts';
import type { Draft, MessageKind } from '../data/outbox/drafts.ts';
import type { MessageFile } from '../data/outbox/entries.ts';
import type { DraftMacro } from '../data/outbox/join-drafts.ts';
import { useDraft, useSending, useUploads } from '../data/outbox/sending.tsx';
import { projectsQuery } from '../data/queries/projects.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { useMacroCompletion } from '../parts/macros/use-macro-completion.tsx';
import { CompletingTextarea, type CompletionOption } from '../ui/completing-textarea.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { AttachButton } from './attach-button.tsx';
import { ComposerFiles } from './composer-files.tsx';
import { ComposerHints } from './composer-hints.tsx';
import { useTakeFiles } from './files/use-take-files.ts';
import { ReplyChanges } from './reply-changes.tsx';
import { SEND, SEND_AND_RESOLVE, SEND_AND_STAY, SendButtons, sendAndStayLabel, sendLabel } from './send-buttons.tsx';
import classes from './ticket.module.css';
import { newestPublic } from './timeline.ts';
import { useMentionCompletion } from './use-mention-completion.ts';
import { type HowToSend, useSend } from './use-send.ts';

const SendWarning = lazyComponent(async () => (await import('./send-warning.tsx')).SendWarning);

const NONE: readonly MessageFile[] = [];

interface Props {
  readonly ticket: TeamTicketResponse;
  /** The member may write to the player, not only notes. */
  readonly canReply: boolean;
  readonly kind: MessageKind;
  readonly onKindChange: (kind: MessageKind) => void;
  readonly textarea: RefObject<HTMLTextAreaElement | null>;
  readonly onTyping: () => void;
  /** `stays`: the member stays on the ticket. */
  readonly onSent: (stays: boolean) => void;
}

/** Edits a reply or note. Its text is a draft, and can be undone after sending. */
export function Composer({ ticket, canReply, kind, onKindChange, textarea, onTyping, onSent }: Props) {
  const { t } = useText();
  const member = useMember();
  const { data } = useQuery(projectsQuery);
  const [draft, setDraft] = useDraft(ticket.id, kind);
  const project = data?.projects.find(({ id }) => id === ticket.projectId)?.name;
  const values = variableValues(ticket, member.name, project);
  const { text } = draft;
  // A reply's changes wait while its text is a note.
  const changes = kind === 'reply' ? draft.changes : undefined;
  const failure = draft.failure?.entry.kind === kind ? draft.failure : undefined;
  const length = [...text].length;
  const { files = NONE } = draft;
  const uploadStates = useUploads(ticket.id, files);
  const areFilesFine = files.length <= MAX_ATTACHMENTS && uploadStates.every(({ state }) => state !== 'failed');
  const canSend = hasVisible(text) && length <= MAX_TEAM_TEXT_LENGTH && areFilesFine;
  const { warning, send, respond, newer, wasNote } = useSend({ ticket, kind, draft, setDraft, values, onSent });
  const [leftOut, setLeftOut] = useState(0);
  const { attach: attachTo, uploads } = useSending();
  const attach = (added: readonly File[]) => {
    setLeftOut(attachTo(ticket.id, kind, added));
    focus();
  };
  const removeFile = ({ key }: MessageFile) => {
    uploads.remove(key);
    setDraft({ ...draft, files: files.filter((file) => file.key !== key) });
    setLeftOut(0);
    focus();
  };
  // Uploads need the role Agent, also for notes.
  const { isOver, handlers } = useTakeFiles(canReply ? attach : undefined);
  const focus = () => textarea.current?.focus();
  const [hasWarned, setHasWarned] = useState(false);
  useEffect(() => {
    if (warning !== undefined) setHasWarned(true);
  }, [warning]);

  const macros = useMacroCompletion({
    projectId: ticket.projectId,
    toText: (macro) => fillVariables(macroText(macro, ticket.player.context.locale), values),
  });
  const mentions = useMentionCompletion(ticket.projectId);
  const goneMacros = useRef<readonly DraftMacro[]>([]);
  const save = (written: Draft) => {
    // Others see who replies, so that the player gets one reply.
    if (kind === 'reply') onTyping();
    const isNew = text.trim() === '';
    setDraft({
      ...written,
      seen: isNew ? newestPublic(ticket.messages)?.id : draft.seen,
      writtenAs: isNew && files.length === 0 ? undefined : draft.writtenAs,
    });
  };
  const write = (next: string, { id = '', insert = '' }: Partial<CompletionOption> = {}, start = 0) => {
    const macro = kind === 'note' ? undefined : macros.macro(id);
    if (macro !== undefined) {
      return save(withInserted(draft, next, { id, text: insert, changes: changesOf(macro.actions, member.id) }, start));
    }
    const written = withText(draft, next, goneMacros.current);
    goneMacros.current = written.gone;
    save(written.draft);
  };
  const sendIfValid = (how?: HowToSend) => {
    if (!canSend) return;
    setLeftOut(0);
    send(how);
    focus();
  };
  const hasFocus = () => document.activeElement === textarea.current;
  useShortcuts([
    {
      keys: SEND,
      label: sendLabel(kind, changes?.status, t),
      run: () => hasFocus() && sendIfValid(),
    },
    {
      keys: SEND_AND_STAY,
      label: sendAndStayLabel(kind, t),
      run: () => hasFocus() && sendIfValid({ stays: true }),
    },
    ...(canReply
      ? [
          {
            keys: SEND_AND_RESOLVE,
            label: t('composer.send-resolve'),
            run: () => hasFocus() && kind === 'reply' && sendIfValid({ status: 'resolved' }),
          },
        ]
      : []),
  ]);
  const label = t(kind === 'note' ? 'composer.note.label' : 'composer.reply.label');
  return (
    <section
      className={classes.composer}
      aria-label={t('composer.title')}
      data-note={kind === 'note' || undefined}
      data-over={isOver || undefined}
      {...handlers}
    >
      <Stack gap={6} className={classes.inner}>
        <Writing ticketId={ticket.id} />
        <Group gap="xs">
          {canReply && (
            <SegmentedControl
              size="sm"
              withItemsBorders={false}
              aria-label={t('composer.kind')}
              value={kind}
              onChange={(value) => onKindChange(value as MessageKind)}
              data={[
                { value: 'reply', label: t('composer.reply') },
                { value: 'note', label: t('composer.note') },
              ]}
            />
          )}
          <Text size="xs" {...(kind === 'note' ? { fw: 600 } : { c: 'dimmed' })}>
            {t(kind === 'note' ? 'conversation.note' : 'composer.public')}
          </Text>
          {!canReply && (
            <Text size="xs" c="dimmed">
              {t('composer.viewer')}
            </Text>
          )}
        </Group>
        <CompletingTextarea
          ref={textarea}
          aria-label={label}
          leaveTo="conversation"
          placeholder={t(kind === 'note' ? 'composer.note.placeholder' : 'composer.reply.placeholder')}
          value={text}
          onChange={write}
          completions={kind === 'note' ? [macros.completion, mentions] : [macros.completion]}
        />
        {changes !== undefined && (
          <ReplyChanges
            changes={changes}
            onRemove={(field, tag) => {
              setDraft(withoutChange(draft, field, tag));
              focus();
            }}
          />
        )}
        <ComposerFiles
          ticketId={ticket.id}
          files={files}
          uploads={uploadStates}
          leftOut={leftOut}
          onRemove={removeFile}
        />
        <ComposerHints
          text={text}
          player={ticket.player}
          values={values}
          newer={newer}
          failure={failure}
          wasNote={wasNote}
          isClosed={ticket.status === 'closed' && kind === 'reply'}
          onFill={() => save(withVariables(draft, values))}
        />
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            {canReply && <AttachButton onFiles={attach} />}
            <Text size="xs" c="dimmed" role="status">
              {files.length > 0 && !hasVisible(text) && t('files.need-text')}
            </Text>
            <Length length={length} />
          </Group>
          <SendButtons kind={kind} status={changes?.status} disabled={!canSend} onSend={sendIfValid} />
        </Group>
      </Stack>
      {hasWarned && <SendWarning warning={warning} player={ticket.player} onChoose={respond} onClosed={focus} />}
    </section>
  );
}

/** Shows the length only near the limit. */
function Length({ length }: { readonly length: number }) {
  const { t } = useText();
  const left = MAX_TEAM_TEXT_LENGTH - length;
  return (
    <Text size="xs" c={left < 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {left < 0 && t('composer.over', { count: -left })}
      {left >= 0 && left <= MAX_TEAM_TEXT_LENGTH / 10 && t('composer.left', { count: left })}
    </Text>
  );
}

/** Shows other members who write a reply. */
function Writing({ ticketId }: { readonly ticketId: string }) {
  const { t } = useText();
  const member = useMember();
  const writers = usePresence(ticketId).filter(({ memberId, state }) => memberId !== member.id && state === 'writing');
  const names = writers.map(({ name }) => name).join(', ');
  return (
    <Text size="xs" fw={600} role="status">
      {writers.length > 0 && t('presence.writing', { names, count: writers.length })}
    </Text>
  );
}
