import { Alert, Checkbox, Select, Text } from '@mantine/core';
import type { Locale } from '@player-support/contract/locales';
import type { AnswerPreview, KnownIssueResponse } from '@player-support/contract/team/known-issues';
import type { MacroResponse } from '@player-support/contract/team/macros';
import { FALLBACK_EXAMPLE, inBraces, VARIABLES } from '@player-support/contract/variables';
import { hasVisible } from '@player-support/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { changesMoreThanStatus } from '../../data/macro-content.ts';
import { issueReportsQuery } from '../../data/queries/issue-page.ts';
import { knownIssuesKey } from '../../data/queries/known-issues.ts';
import { useKeptRequest } from '../../data/use-kept-request.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { useMacroCompletion } from '../../parts/macros/use-macro-completion.tsx';
import { CompletingTextarea } from '../../ui/completing-textarea.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';
import { fieldError } from '../../ui/form-errors.ts';
import { Time } from '../../ui/time.tsx';
import { useFormMutation } from '../../ui/use-form-mutation.ts';
import {
  type AnswerDraft,
  type AnswerFields,
  answerFields,
  badVariables,
  filledBy,
  macroTextIn,
  textField,
  textsOfRequest,
  UNDO_SECONDS,
  withText,
  writtenLocales,
} from './answer-fields.ts';
import { AnswerLanguages } from './answer-languages.tsx';
import { Preview } from './answer-preview.tsx';

interface Props {
  readonly issue: KnownIssueResponse;
  /** An undone answer, to begin with. */
  readonly draft: AnswerDraft | undefined;
  readonly onSent: (answerId: string) => void;
  readonly onClose: () => void;
}

const STATUSES = ['pending', 'resolved', 'closed'] as const;

export function AnswerDialog({ issue, draft, onSent, onClose }: Props) {
  const { t, language } = useText();
  const path = { knownIssueId: issue.id };
  const { values, setValues, sendOnce } = useKeptRequest(`answer:${issue.id}`, answerFields(draft));
  const textarea = useRef<HTMLTextAreaElement>(null);
  const languages = useQuery(issueReportsQuery(issue.id)).data?.locales ?? [];
  const [locale, setLocale] = useState<Locale>();
  // The text keeps its variables: each ticket gets its own values.
  const macros = useMacroCompletion({ projectId: issue.projectId, toText: (macro) => macroTextIn(macro, locale) });
  const text = values[textField(locale)] ?? '';
  const status = STATUSES.find((one) => one === values.status) ?? 'pending';
  const [hasUnusedChanges, setHasUnusedChanges] = useState(false);
  /** Languages that the last macro has filled. */
  const [filled, setFilled] = useState<readonly Locale[]>([]);
  const [skipMissing, setSkipMissing] = useState(false);
  const texts = textsOfRequest(values);
  const content = JSON.stringify(texts);
  const [previewed, setPreviewed] = useState<{ readonly content: string; readonly preview: AnswerPreview }>();
  const preview = previewed?.content === content ? previewed.preview : undefined;
  const look = useFormMutation({
    run: () => api.post('/known-issues/{knownIssueId}/answers/preview', { path, body: { ...texts, status } }),
    onDone: (found) => setPreviewed({ content, preview: found }),
  });
  const send = useFormMutation({
    run: () =>
      sendOnce((idempotencyKey) =>
        api.post('/known-issues/{knownIssueId}/answers', {
          path,
          body: { ...texts, status, skipMissing, startsInSeconds: UNDO_SECONDS },
          idempotencyKey,
        }),
      ),
    stale: [{ queryKey: knownIssuesKey }],
    onDone: ({ id }) => {
      onClose();
      onSent(id);
    },
  });
  const bad = badVariables(values);
  const needsConsent = (preview?.missing.length ?? 0) > 0 && !skipMissing;
  const isSame = (answer: AnswerDraft) => JSON.stringify(textsOfRequest(answerFields(answer))) === content;
  const same = issue.answers.find((answer) => answer.sent > 0 && isSame(answer));
  const error = preview === undefined ? look.error : send.error;
  const isOldNode = ['startsInSeconds', 'texts'].some((field) => fieldError(error, field) !== undefined);
  // The server refused a text that is not shown.
  const written = writtenLocales(values);
  const refused = written.find((one) => fieldError(error, textField(one)) !== undefined);
  const isRefused = error !== null && written.some((one) => fieldError(error, textField(one)) !== undefined);
  useEffect(() => {
    if (isRefused) setLocale(refused);
  }, [isRefused, refused]);
  const show = (next: Locale | undefined) => {
    setLocale(next);
    textarea.current?.focus();
  };
  const change = (next: string, macro: MacroResponse | undefined) => {
    const actions = macro?.actions;
    // A macro that is the whole text brings its other languages.
    const more = macro !== undefined && locale === undefined && next === macro.body ? filledBy(values, macro) : [];
    setValues((before) => {
      const all = more.reduce((fields, one) => withText(fields, one, macro?.texts[one] ?? ''), before as AnswerFields);
      return { ...before, ...withText(all, locale, next), status: actions?.status ?? before.status ?? 'pending' };
    });
    if (macro !== undefined || next === '') setFilled(more);
    setHasUnusedChanges(next !== '' && (hasUnusedChanges || (actions !== undefined && changesMoreThanStatus(actions))));
  };
  const unknownIn = (one: typeof bad) =>
    one === undefined ? '' : t('answer.unknown', { names: inBraces(one.unknown) });
  return (
    <Dialog
      title={t('answer.title', { count: issue.tickets })}
      onClose={onClose}
      size="lg"
      unsaved={written.length > 0 && !send.isSuccess}
    >
      <Form error={error} onSubmit={() => (preview === undefined ? look.mutate() : needsConsent || send.mutate())}>
        {isOldNode && <Alert color="red">{t('answer.old-node')}</Alert>}
        <AnswerLanguages fields={values} languages={languages} value={locale} onChange={show} />
        <CompletingTextarea
          ref={textarea}
          label={t('label.text')}
          description={t('answer.variables', {
            example: FALLBACK_EXAMPLE,
            names: VARIABLES.map((name) => `{{${name}}}`).join(' '),
          })}
          error={bad?.locale === locale && bad ? unknownIn(bad) : fieldError(error, textField(locale))}
          value={text}
          onChange={(next, option) => change(next, option && macros.macro(option.id))}
          completions={[macros.completion]}
          required={locale === undefined}
          isInDialog
        />
        {bad !== undefined && bad.locale !== locale && (
          <Text size="sm" c="var(--mantine-color-error)">
            {bad.locale === undefined ? t('macros.language.all') : localeName(bad.locale, language)}: {unknownIn(bad)}
          </Text>
        )}
        {filled.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('answer.filled', { languages: filled.map((one) => localeName(one, language)).join(', ') })}
          </Text>
        )}
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
          <Preview preview={preview} onWrite={show}>
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
            {t('answer.delay')}
          </Text>
        )}
        <FormButtons
          onClose={onClose}
          action={preview === undefined ? t('answer.preview') : t('answer.send', { count: preview.receivers })}
          disabled={
            !hasVisible(values.message ?? '') ||
            bad !== undefined ||
            (preview !== undefined && (needsConsent || preview.receivers === 0))
          }
          pending={look.isPending || send.isPending}
        />
      </Form>
    </Dialog>
  );
}
