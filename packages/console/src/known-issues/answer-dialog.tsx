import { Alert, Checkbox, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { ANSWER_DELAY_SECONDS, MAX_TEAM_TEXT_LENGTH } from '@player-support/contract/limits';
import type { AnswerPreview, KnownIssueResponse } from '@player-support/contract/team/known-issues';
import { inBraces, VARIABLES, variablesIn } from '@player-support/contract/variables';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useKeptFields } from '../ui/use-kept-fields.ts';
import { knownIssuesKey } from './queries.ts';

interface Props {
  readonly issue: KnownIssueResponse;
  readonly onClose: () => void;
}

const STATUSES = ['pending', 'resolved', 'closed'] as const;
type ReplyStatus = (typeof STATUSES)[number];

/** Writes an answer to all tickets of a known issue: first its preview, then it is sent. */
export function AnswerDialog({ issue, onClose }: Props) {
  const { t } = useText();
  const path = { knownIssueId: issue.id };
  const { values, field } = useKeptFields(`answer:${issue.id}`, { message: '' });
  const { message } = values;
  const [status, setStatus] = useState<ReplyStatus>('pending');
  const [skipMissing, setSkipMissing] = useState(false);
  // The same for each attempt to send this text, so that it is sent once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [previewed, setPreviewed] = useState<{ readonly message: string; readonly preview: AnswerPreview }>();
  const preview = previewed?.message === message ? previewed.preview : undefined;
  const look = useFormMutation({
    run: () => api.post('/known-issues/{knownIssueId}/answers/preview', { path, body: { message, status } }),
    onDone: (found) => setPreviewed({ message, preview: found }),
  });
  const send = useFormMutation({
    run: () =>
      api.post('/known-issues/{knownIssueId}/answers', {
        path,
        body: { message, status, skipMissing },
        idempotencyKey,
      }),
    stale: [{ queryKey: knownIssuesKey }],
    onDone: onClose,
  });
  const { unknown } = variablesIn(message);
  const needsConsent = (preview?.missing.length ?? 0) > 0 && !skipMissing;
  const error = preview === undefined ? look.error : send.error;
  return (
    <Dialog
      title={t('answer.title', { count: issue.tickets })}
      onClose={onClose}
      size="lg"
      unsaved={message !== '' && !send.isSuccess}
    >
      <Form error={error} onSubmit={() => (preview === undefined ? look.mutate() : needsConsent || send.mutate())}>
        <Textarea
          label={t('label.text')}
          description={t('answer.variables', { names: VARIABLES.map((name) => `{{${name}}}`).join(' ') })}
          {...field('message')}
          error={unknown.length > 0 ? t('answer.unknown', { names: inBraces(unknown) }) : fieldError(error, 'message')}
          maxLength={MAX_TEAM_TEXT_LENGTH}
          autosize
          minRows={4}
          maxRows={10}
          required
          dir="auto"
          data-autofocus
        />
        <Select
          label={t('answer.status')}
          data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          // The cast: these are the values of its options.
          onChange={(value) => value !== null && setStatus(value as ReplyStatus)}
          allowDeselect={false}
        />
        {preview !== undefined && <Preview preview={preview} />}
        {preview !== undefined && preview.missing.length > 0 && (
          <Checkbox
            checked={skipMissing}
            onChange={({ currentTarget }) => setSkipMissing(currentTarget.checked)}
            label={t('answer.skip-missing')}
          />
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

/** Who gets the answer with which text, and who does not. */
function Preview({ preview: { receivers, skipped, missing, samples } }: { readonly preview: AnswerPreview }) {
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
