import { Alert, Checkbox, Paper, Select, Stack, Text } from '@mantine/core';
import { ANSWER_DELAY_SECONDS, MAX_TEAM_TEXT_LENGTH } from '@player-support/contract/limits';
import type { AnswerPreview, KnownIssueAnswer, KnownIssueResponse } from '@player-support/contract/team/known-issues';
import { inBraces, VARIABLES, variablesIn } from '@player-support/contract/variables';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { changesMoreThanStatus } from '../macros/macro-content.ts';
import { useMacroCompletion } from '../macros/use-macro-completion.tsx';
import { CompletingTextarea } from '../ui/completing-textarea.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { Time } from '../ui/time.tsx';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { knownIssuesKey } from './queries.ts';

interface Props {
  readonly issue: KnownIssueResponse;
  /** What it begins with: an answer that was cancelled. */
  readonly draft: Pick<KnownIssueAnswer, 'message' | 'status'> | undefined;
  readonly onSent: (answerId: string) => void;
  readonly onClose: () => void;
}

const STATUSES = ['pending', 'resolved', 'closed'] as const;

/** Writes an answer to all tickets of a known issue: first its preview, then it is sent. */
export function AnswerDialog({ issue, draft, onSent, onClose }: Props) {
  const { t } = useText();
  const path = { knownIssueId: issue.id };
  const { values, setValues, sendOnce } = useKeptRequest(`answer:${issue.id}`, {
    message: draft?.message ?? '',
    status: draft?.status ?? 'pending',
  });
  const textarea = useRef<HTMLTextAreaElement>(null);
  // With its variables: each ticket gets its own values.
  const macros = useMacroCompletion({ projectId: issue.projectId, toText: ({ body }) => body });
  const { message } = values;
  const status = STATUSES.find((one) => one === values.status) ?? 'pending';
  /** Whether an inserted macro changes more than the status. */
  const [hasUnusedChanges, setHasUnusedChanges] = useState(false);
  const [skipMissing, setSkipMissing] = useState(false);
  const [previewed, setPreviewed] = useState<{ readonly message: string; readonly preview: AnswerPreview }>();
  const preview = previewed?.message === message ? previewed.preview : undefined;
  const look = useFormMutation({
    run: () => api.post('/known-issues/{knownIssueId}/answers/preview', { path, body: { message, status } }),
    onDone: (found) => setPreviewed({ message, preview: found }),
  });
  const send = useFormMutation({
    run: () =>
      sendOnce((idempotencyKey) =>
        api.post('/known-issues/{knownIssueId}/answers', {
          path,
          body: { message, status, skipMissing },
          idempotencyKey,
        }),
      ),
    stale: [{ queryKey: knownIssuesKey }],
    onDone: ({ id }) => {
      onClose();
      onSent(id);
    },
  });
  const { unknown } = variablesIn(message);
  const needsConsent = (preview?.missing.length ?? 0) > 0 && !skipMissing;
  const same = issue.answers.find((answer) => answer.message === message && answer.sent > 0);
  const error = preview === undefined ? look.error : send.error;
  return (
    <Dialog
      title={t('answer.title', { count: issue.tickets })}
      onClose={onClose}
      size="lg"
      unsaved={message !== '' && !send.isSuccess}
    >
      <Form error={error} onSubmit={() => (preview === undefined ? look.mutate() : needsConsent || send.mutate())}>
        <CompletingTextarea
          ref={textarea}
          label={t('label.text')}
          description={t('answer.variables', { names: VARIABLES.map((name) => `{{${name}}}`).join(' ') })}
          error={unknown.length > 0 ? t('answer.unknown', { names: inBraces(unknown) }) : fieldError(error, 'message')}
          value={message}
          onChange={(text, option) => {
            const actions = option && macros.macro(option.id)?.actions;
            setValues((before) => ({
              ...before,
              message: [...text].slice(0, MAX_TEAM_TEXT_LENGTH).join(''),
              status: actions?.status ?? before.status,
            }));
            setHasUnusedChanges(
              text !== '' && (hasUnusedChanges || (actions !== undefined && changesMoreThanStatus(actions))),
            );
          }}
          completions={[macros.completion]}
          required
          isInDialog
        />
        {hasUnusedChanges && (
          <Text size="sm" c="dimmed">
            {t('answer.status-only')}
          </Text>
        )}
        <Select
          label={t('answer.status')}
          data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(value) => value !== null && setValues((before) => ({ ...before, status: value }))}
          allowDeselect={false}
        />
        {preview !== undefined && (
          <Preview preview={preview}>
            <Checkbox
              mt="xs"
              checked={skipMissing}
              onChange={({ currentTarget }) => setSkipMissing(currentTarget.checked)}
              label={t('answer.skip-missing')}
            />
          </Preview>
        )}
        {preview !== undefined && same !== undefined && (
          <Alert color="yellow">
            {t('answer.again', { count: same.sent })} <Time at={same.createdAt} />
          </Alert>
        )}
        {preview !== undefined && (
          <Text size="sm" c="dimmed">
            {t('answer.delay', { count: ANSWER_DELAY_SECONDS })}
          </Text>
        )}
        <FormButtons
          onClose={onClose}
          action={preview === undefined ? t('answer.preview') : t('answer.send', { count: preview.receivers })}
          disabled={
            message.trim() === '' ||
            unknown.length > 0 ||
            (preview !== undefined && (needsConsent || preview.receivers === 0))
          }
          pending={look.isPending || send.isPending}
        />
      </Form>
    </Dialog>
  );
}

/**
 * Who gets the answer with which text, and who does not.
 *
 * @param children what to do about tickets without a value
 */
function Preview({ preview, children }: { readonly preview: AnswerPreview; readonly children: ReactNode }) {
  const { receivers, skipped, missing, samples } = preview;
  const { t } = useText();
  return (
    <Stack gap="xs" aria-live="polite">
      <Text fw={600}>{t('answer.receivers', { count: receivers })}</Text>
      {skipped.length > 0 && (
        <Text size="sm">
          {t('answer.without')}{' '}
          {skipped.map(({ reason, tickets: count }) => t(`answer.skip.${reason}`, { count })).join(', ')}
        </Text>
      )}
      {missing.length > 0 && (
        <Alert color="yellow">
          {missing
            .map(({ variable, tickets: count }) => t('answer.missing', { name: `{{${variable}}}`, count }))
            .join(' ')}
          {children}
        </Alert>
      )}
      {samples.map(({ ticketId, message }) => (
        <Paper key={ticketId} withBorder p="sm">
          <Text size="sm" className="user-text" dir="auto">
            {message}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}
