import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import type { KnownIssueResponse } from '@player-support/contract/team/known-issues';
import type { SuggestedTicket } from '@player-support/contract/team/suggestions';
import { IconLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { linkTo } from '../../data/link-to.ts';
import { firstSubjects } from '../../data/outbox/first-subjects.ts';
import { useSending } from '../../data/outbox/sending.tsx';
import { knownIssuesKey, suggestedTicketsQuery } from '../../data/queries/known-issues.ts';
import { MAX_UNASKED } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { isolated } from '../../ui/isolated.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Row, Rows, RowsSkeleton } from '../../ui/rows.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Time } from '../../ui/time.tsx';
import { SuggestionReasons } from '../suggestion-reasons.tsx';
import './known-issue.css';

interface Props {
  readonly issue: Pick<KnownIssueResponse, 'id' | 'title'>;
  readonly canLink: boolean;
}

type Ticket = SuggestedTicket['ticket'];

const NOTHING: readonly SuggestedTicket[] = [];

export function SuggestedTickets({ issue, canLink }: Props) {
  const { t } = useText();
  const titleId = useId();
  const queryClient = useQueryClient();
  const { changeTickets } = useSending();
  const { data, error, isPending, refetch } = useQuery(suggestedTicketsQuery(issue.id));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** Tickets come back if the link is undone or refused. */
  const [linking, setLinking] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly Ticket[]>();
  const section = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const suggestions = data?.suggestions ?? NOTHING;
  const shown = suggestions.filter(({ ticket }) => !linking.has(ticket.id));
  const chosen = shown.filter(({ ticket }) => selected.has(ticket.id)).map(({ ticket }) => ticket);

  const toggle = (id: string) =>
    setSelected((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  const link = async (tickets: readonly Ticket[]) => {
    const [first] = tickets;
    if (first === undefined) return;
    const ticketIds = tickets.map(({ id }) => id);
    setSelected(new Set());
    setLinking((now) => new Set([...now, ...ticketIds]));
    const subjects = tickets.map(({ subject }) => subject);
    const subject = subjects.length === 1 ? first.subject : firstSubjects(subjects, t);
    const unchanged = await changeTickets({ ticketIds, subject, change: linkTo(issue) });
    setSelected((now) => new Set([...now, ...unchanged]));
    await queryClient.invalidateQueries({ queryKey: knownIssuesKey });
    setLinking((now) => new Set([...now].filter((id) => !ticketIds.includes(id))));
  };
  const linkChosen = () => (chosen.length > MAX_UNASKED ? setAsked(chosen) : void link(chosen));
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])];
  const focusedAt = () => links().findIndex((link) => link.closest('li')?.matches(':focus-within'));
  const move = (step: 1 | -1) => {
    const at = focusedAt();
    // From outside the list: to its first or last row.
    const next = at === -1 ? (step === 1 ? 0 : -1) : Math.min(shown.length - 1, Math.max(0, at + step));
    links().at(next)?.focus();
  };
  const toggleFocused = () => {
    if (focusedAt() === -1) move(1);
    const focused = shown[focusedAt()];
    if (focused !== undefined) toggle(focused.ticket.id);
  };
  const toggleAll = () => {
    setSelected(chosen.length === shown.length ? new Set() : new Set(shown.map(({ ticket }) => ticket.id)));
    // Scrolls first, so that nobody selects what is out of sight.
    if (focusedAt() === -1) section.current?.scrollIntoView();
  };
  useShortcuts(
    canLink && shown.length > 0
      ? [
          { keys: 'J', label: t('suggestions.next'), run: () => move(1) },
          { keys: 'K', label: t('suggestions.previous'), run: () => move(-1) },
          { keys: 'X', label: t('suggestions.select'), run: toggleFocused },
          { keys: 'shift+X', label: t('suggestions.select-all'), run: toggleAll },
          { keys: 'I', label: t('suggestions.link'), run: linkChosen },
        ]
      : [],
  );
  return (
    <Stack component="section" gap="xs" aria-labelledby={titleId} ref={section} className="suggested-tickets">
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Title order={2} size="h3" id={titleId}>
            {t('suggestions.title')}
          </Title>
          {chosen.length > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t('suggestions.selected', { count: chosen.length })}
            </Text>
          )}
        </Group>
        {canLink && shown.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            title="I"
            leftSection={<IconLink size={16} aria-hidden />}
            disabled={chosen.length === 0}
            onClick={linkChosen}
          >
            {chosen.length === 0 ? t('suggestions.link') : t('suggestions.link.count', { count: chosen.length })}
          </Button>
        )}
      </Group>
      {isPending && <RowsSkeleton count={3} />}
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(data.complete ? 'suggestions.none' : 'suggestions.incomplete')}
        </Text>
      )}
      {shown.length > 0 && (
        <div ref={list}>
          <Rows label={t('suggestions.title')}>
            {shown.map(({ ticket, message, why }) => (
              <Row key={ticket.id}>
                <Group wrap="nowrap" align="flex-start" gap="sm">
                  {canLink && (
                    <Checkbox
                      mt={2}
                      aria-label={t('suggestions.select.one', { subject: ticket.subject })}
                      checked={selected.has(ticket.id)}
                      onChange={() => toggle(ticket.id)}
                    />
                  )}
                  <div style={{ minWidth: 0 }}>
                    <AnchorLink to="/tickets/$ticketId" params={{ ticketId: ticket.id }} fw={500} dir="auto">
                      <bdi className="user-text">{ticket.subject}</bdi>
                    </AnchorLink>
                    <Text size="sm" className="user-text" lineClamp={2} dir="auto">
                      {message || ticket.lastMessagePreview}
                    </Text>
                    <Text size="xs" c="dimmed" className="user-text">
                      <SuggestionReasons why={why} /> · {t(`status.${ticket.status}`)} · <Time at={ticket.createdAt} />
                    </Text>
                  </div>
                </Group>
              </Row>
            ))}
          </Rows>
        </div>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={t('issue.link.ask', { count: asked.length })}
          text={t('issue.link.ask.text', { count: asked.length, title: isolated(issue.title) })}
          action={t('issue.link.do', { count: asked.length })}
          destructive={false}
          onConfirm={() => {
            setAsked(undefined);
            void link(asked);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
}
