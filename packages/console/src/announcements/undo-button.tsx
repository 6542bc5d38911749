import { Button } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { announcementsQuery } from '../data/queries/announcements.ts';
import { useText } from '../i18n/text.ts';
import { notifyError } from '../ui/notify.ts';
import { undoKey } from './use-undone.ts';

interface Props {
  readonly announcement: AnnouncementResponse;
  readonly focuses: boolean;
  readonly onUndone: (announcement: AnnouncementResponse) => void;
  /** The server says that it has begun. Nothing is deleted. */
  readonly onBegun: (announcementId: string) => void;
}

export function UndoButton({ announcement, focuses, onUndone, onBegun }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focuses) button.current?.focus();
  }, [focuses]);
  const { id, title } = announcement;
  const undo = useMutation({
    mutationKey: undoKey,
    // Only the server knows whether it has begun: the member's clock can be wrong.
    mutationFn: () =>
      api.delete('/announcements/{announcementId}', { path: { announcementId: id }, query: { ifNotBegun: 'true' } }),
    meta: { quiet: true },
    // Runs after the list has lost the row too: its texts are only here then.
    onSettled: async (_result, error) => {
      if (error instanceof ApiError && error.slug === 'announcement-begun') onBegun(id);
      const isGone = error === null || (error instanceof ApiError && error.status === 404);
      await queryClient.invalidateQueries(announcementsQuery);
      const list = queryClient.getQueryData(announcementsQuery.queryKey)?.announcements;
      // The delete may have worked although its response was lost.
      if (isGone || list?.some((one) => one.id === id) === false) onUndone(announcement);
      else notifyError(error);
    },
  });
  return (
    <Button
      variant="default"
      onClick={() => undo.mutate()}
      loading={undo.isPending}
      ref={button}
      aria-label={t('announcements.undo.one', { title })}
    >
      {t('announcements.undo')}
    </Button>
  );
}
