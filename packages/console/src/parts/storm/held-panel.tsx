import './held-panel.css';
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { HeldTicketsResponse, KnownText } from '@player-support/contract/team/held-tickets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectsQuery } from '../../data/queries/projects.ts';
import { heldTicketsQuery } from '../../data/queries/storm.ts';
import { countText } from '../../data/queue/ticket-counts.ts';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Time } from '../../ui/time.tsx';
import { type HeldSelection, useHeldChange } from './use-held-change.ts';

const DeleteHeldDialog = lazyComponent(async () => (await import('./delete-held-dialog.tsx')).DeleteHeldDialog);

const MINUTE_MS = 60_000;

interface Props {
  readonly projectId: string;
  /** The known text whose tickets the list shows. */
  readonly shownText: string | undefined;
  readonly onShowText: (textKey: string | undefined) => void;
}

/** Shows a project's held tickets by known text, with actions for all at once. */
export function HeldPanel({ projectId, shownText, onShowText }: Props) {
  const { t, language } = useText();
  const canRelease = useHasRole('agent');
  const canDelete = useHasRole('admin');
  const query = useQuery({ ...heldTicketsQuery(projectId), refetchInterval: MINUTE_MS });
  const held = query.data;
  const projectName = useQuery(projectsQuery).data?.projects.find(({ id }) => id === projectId)?.name ?? projectId;
  const { change, isPending, done } = useHeldChange(() => onShowText(undefined));
  const [asked, setAsked] = useState<KnownText | 'all'>();
  if (held === undefined) {
    return query.error === null ? (
      <Skeleton height={96} mt="xs" />
    ) : (
      <LoadError error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (held.count === 0) return null;
  const { at, knownTexts } = held;
  const ask = (next: KnownText | 'all') => {
    holdKeys();
    setAsked(next);
  };
  const selectionOf = (one: KnownText | 'all'): HeldSelection =>
    one === 'all' ? { projectId, until: at } : { projectId, until: at, textKey: one.textKey };
  return (
    <section className="held-panel" aria-labelledby="held-panel-title">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5" id="held-panel-title">
          {t('storm.panel')}
        </Title>
        <Group gap={6}>
          {isPending && done > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t('storm.working', { count: done })}
            </Text>
          )}
          {canRelease && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isPending}
              onClick={() => change('release', selectionOf('all'))}
            >
              {t('storm.release.all')}
            </Button>
          )}
          {canDelete && (
            <Button size="compact-sm" variant="light" color="red" disabled={isPending} onClick={() => ask('all')}>
              {t('storm.delete.all')}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {t('storm.panel.hint')} {knownTexts.length === 0 && t('storm.panel.none')}
      </Text>
      {knownTexts.length > 0 && (
        <ul>
          {knownTexts.map((known) => (
            <li key={known.textKey} data-shown={known.textKey === shownText || undefined}>
              <button
                type="button"
                className="held-text"
                aria-pressed={known.textKey === shownText}
                onClick={() => onShowText(known.textKey === shownText ? undefined : known.textKey)}
              >
                <span className="held-text-count">
                  {t('storm.text.count', {
                    count: known.count,
                    total: countText({ ...known, capped: false }, language),
                  })}
                </span>
                <bdi className="held-text-message">{known.message}</bdi>
                {known.playersWroteMore && <span className="held-text-detail">{t('storm.text.more')}</span>}
                <span className="held-text-detail">
                  <Time at={known.lastAt} />
                </span>
              </button>
              {canRelease && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  disabled={isPending}
                  aria-label={t('storm.release.text', { text: known.message })}
                  onClick={() => change('release', selectionOf(known))}
                >
                  {t('storm.release')}
                </Button>
              )}
              {canDelete && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  disabled={isPending}
                  aria-label={t('storm.delete.text', { text: known.message })}
                  onClick={() => ask(known)}
                >
                  {t('storm.delete')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && (
        <DeleteHeldDialog
          selection={selectionOf(asked)}
          {...countOf(asked, held, language)}
          allOf={asked === 'all' ? projectName : undefined}
          keepsSome={asked !== 'all' && !asked.playersWroteMore}
          onClose={() => setAsked(undefined)}
          onDone={() => onShowText(undefined)}
        />
      )}
    </section>
  );
}

function countOf(asked: KnownText | 'all', held: HeldTicketsResponse, language: string) {
  const { count, capped } = asked === 'all' ? held : { ...asked, capped: false };
  return { count, total: countText({ count, capped }, language) };
}
