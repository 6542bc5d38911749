import { Button, Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { announcementReachQuery } from '../data/queries/announcements.ts';
import { useText } from '../i18n/text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { countText } from './count-text.ts';

/** Counts only when asked, because it is expensive. */
export function AnnouncementReach({ announcement }: { readonly announcement: AnnouncementResponse }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t('announcements.reach.one', { title: announcement.title })}
      >
        {t('announcements.reach')}
      </Button>
      {isOpen && <Reach id={id} announcementId={announcement.id} />}
    </>
  );
}

function Reach({ id, announcementId }: { readonly id: string; readonly announcementId: string }) {
  const { t, language } = useText();
  const query = useQuery(announcementReachQuery(announcementId));
  const { data } = query;
  if (data === undefined) {
    return query.isError ? (
      <LoadError error={query.error} onRetry={() => query.refetch()} />
    ) : (
      <Text size="sm">{t('announcements.count.wait')}</Text>
    );
  }
  const { reads, reached, isFinal } = data;
  return (
    <div id={id} role="status">
      <Text size="sm">
        {t('announcements.reads', { players: countText(reads, t, language) })}
        {' · '}
        {reached === null
          ? t('announcements.reached.unknown')
          : t('announcements.reached', { players: countText(reached, t, language) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t(isFinal ? 'announcements.reached.final' : 'announcements.reached.hint')}
      </Text>
    </div>
  );
}
