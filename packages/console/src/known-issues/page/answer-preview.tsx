import { Alert, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { LOCALES, type Locale } from '@player-support/contract/locales';
import type { AnswerPreview } from '@player-support/contract/team/known-issues';
import type { ReactNode } from 'react';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { distinctSamples } from './answer-fields.ts';
import { SkippedText } from './skipped-text.tsx';
import { UnansweredList } from './unanswered-list.tsx';

interface Props {
  readonly preview: AnswerPreview;
  /** Begins the text of a language whose players get that of all others. */
  readonly onWrite: (locale: Locale) => void;
  /** What to do about tickets without a value. */
  readonly children: ReactNode;
}

/** Shows who gets which text, and who gets none. */
export function Preview({ preview, onWrite, children }: Props) {
  // A node of an earlier release says neither languages nor tickets.
  const { receivers, languages = [], skipped, unanswered = [], missing, samples } = preview;
  const { t, language } = useText();
  const nameOf = (locale: string | null) =>
    locale === null ? t('answer.language.unknown') : localeName(locale, language);
  const textOf = (locale: string | null | undefined) =>
    locale === null || locale === undefined
      ? t('answer.text.others')
      : t('answer.text.of', { language: nameOf(locale) });
  const hasLanguages = languages.some(({ locale }) => locale !== null);
  const hasTexts = languages.some(({ text }) => text !== null);
  const left = skipped.reduce((sum, { tickets }) => sum + tickets, 0);
  return (
    <Stack gap="xs" aria-live="polite">
      <Text fw={600}>{t('answer.receivers', { count: receivers })}</Text>
      {hasLanguages && (
        <ul className="unanswered" aria-label={t('answer.languages')}>
          {languages.map(({ locale, text, tickets: count }) => {
            const writable = text === null ? LOCALES.find((one) => one === locale) : undefined;
            return (
              <li key={`${locale} ${text}`}>
                <Text size="sm">
                  {nameOf(locale)} · {t('issue.tickets', { count })}
                </Text>
                <Text size="sm" c="dimmed">
                  {textOf(text)}
                  {writable !== undefined && (
                    <button type="button" className="write-language" onClick={() => onWrite(writable)}>
                      {t('answer.language.write', { language: nameOf(writable) })}
                    </button>
                  )}
                </Text>
              </li>
            );
          })}
        </ul>
      )}
      {left > 0 && unanswered.length === 0 && (
        <Text size="sm">
          <SkippedText skipped={skipped} />
        </Text>
      )}
      {unanswered.length > 0 && (
        <details className="unanswered-details">
          <summary>
            <SkippedText skipped={skipped} />
          </summary>
          <UnansweredList tickets={unanswered} inNewTab />
          {left > unanswered.length && (
            <Text size="sm" c="dimmed">
              {t('answer.unanswered.first', { count: unanswered.length })}
            </Text>
          )}
        </details>
      )}
      {missing.length > 0 && (
        <Alert color="yellow">
          {missing
            .map(({ variable, tickets: count }) => t('answer.missing', { name: `{{${variable}}}`, count }))
            .join(' ')}{' '}
          {t('answer.missing.hint', { name: `{{${missing[0]?.variable}|…}}` })}
          {children}
        </Alert>
      )}
      {distinctSamples(samples).map(({ ticketId, message, text }) => (
        <Paper key={ticketId} withBorder p="sm">
          {hasTexts && (
            <Group mb={4}>
              <Badge variant="default">{textOf(text)}</Badge>
            </Group>
          )}
          <Text size="sm" className="user-text" dir="auto">
            {message}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}
