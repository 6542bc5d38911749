import { Button, Group, Progress, Text, Title } from '@mantine/core';
import type { KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { knownIssuesKey } from '../../data/queries/known-issues.ts';
import { useMember } from '../../data/session/session.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { Time } from '../../ui/time.tsx';
import { UNDO_SECONDS } from './answer-fields.ts';
import { UnansweredTickets } from './unanswered-tickets.tsx';

interface Props {
  readonly issueId: string;
  readonly answers: readonly KnownIssueAnswer[];
  readonly canCancel: boolean;
  /** Its cancel button gets the focus. */
  readonly sentId: string | undefined;
  /** The answer reached nobody. */
  readonly onUndone: (answer: KnownIssueAnswer) => void;
}

export function AnswerList({ answers, ...props }: Props) {
  const { t } = useText();
  if (answers.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {t('answer.list')}
      </Title>
      <Rows label={t('answer.list')}>
        {answers.map((answer) => (
          <Answer key={answer.id} answer={answer} {...props} />
        ))}
      </Rows>
    </section>
  );
}

type AnswerProps = Omit<Props, 'answers'> & { readonly answer: KnownIssueAnswer };

function Answer({ issueId, answer, canCancel, sentId, onUndone }: AnswerProps) {
  const { t, language } = useText();
  // A node of an earlier release has no texts by language.
  const languages = Object.keys(answer.texts ?? {});
  const queryClient = useQueryClient();
  const memberId = useMember().id;
  const { id, state, sent, sendAt, tickets, skipped } = answer;
  const isSent = id === sentId;
  const cancelButton = useRef<HTMLButtonElement>(null);
  // Once: later progress must not take the focus back.
  useEffect(() => {
    if (isSent) cancelButton.current?.focus();
  }, [isSent]);
  const isOpen = state === 'waiting' || state === 'sending';
  const isLater = state === 'waiting' && Date.parse(sendAt) - Date.parse(answer.createdAt) > UNDO_SECONDS * 1000;
  const done = sent + skipped.reduce((sum, { tickets: count }) => sum + count, 0);
  const cancel = useMutation({
    mutationFn: () =>
      api.post('/known-issues/{knownIssueId}/answers/{answerId}/cancel', {
        path: { knownIssueId: issueId, answerId: id },
      }),
    onSuccess: (cancelled) => answer.author.id === memberId && cancelled.sent === 0 && onUndone(cancelled),
    onSettled: () => queryClient.invalidateQueries({ queryKey: knownIssuesKey }),
  });
  return (
    <Row
      actions={
        isOpen &&
        canCancel && (
          <Button variant="default" onClick={() => cancel.mutate()} loading={cancel.isPending} ref={cancelButton}>
            {t(state === 'waiting' ? 'answer.undo' : 'answer.cancel')}
          </Button>
        )
      }
    >
      <Group gap="xs" aria-live="polite">
        {isLater ? (
          <Text fw={600}>
            {t('answer.starts')} <Time at={sendAt} />
          </Text>
        ) : (
          <Text fw={600}>{t(`answer.state.${state}`)}</Text>
        )}
        <Text size="sm">{t('answer.progress', { sent, count: tickets })}</Text>
      </Group>
      {isOpen && (
        <Progress
          value={tickets === 0 ? 100 : (100 * done) / tickets}
          my={6}
          aria-label={t('answer.progress', { sent, count: tickets })}
        />
      )}
      {skipped.length > 0 && <UnansweredTickets issueId={issueId} answer={answer} />}
      <Text size="sm" c="dimmed" lineClamp={3} className="user-text" dir="auto">
        {answer.message}
      </Text>
      {languages.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('answer.also-in', { languages: languages.map((locale) => localeName(locale, language)).join(', ') })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {answer.author.name} · <Time at={answer.createdAt} />
      </Text>
    </Row>
  );
}
