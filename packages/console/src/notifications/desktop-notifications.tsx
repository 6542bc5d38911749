import type { LiveNotificationKind } from '@player-support/contract/enums';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTicketChanges } from '../data/live/live-updates.ts';
import { Listeners } from '../lib/listeners.ts';
import { usePermission } from './desktop-choice.ts';
import { showNews } from './desktop-news.ts';
import { reportVisibility, watchHidden } from './visible-tabs.ts';

interface Props {
  readonly memberId: string;
  readonly kinds: readonly LiveNotificationKind[];
}

/** Shows them while no tab of the console is visible. Renders nothing. */
export function DesktopNotifications({ memberId, kinds }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isAllowed = usePermission() === 'granted';
  const [changes] = useState(() => new Listeners());
  useTicketChanges(() => changes.notify());
  const open = useEffectEvent((ticketId: string | undefined) => {
    if (ticketId === undefined) void navigate({ to: '/queue' });
    else void navigate({ to: '/tickets/$ticketId', params: { ticketId } });
  });
  const chosen = kinds.join(',');
  const readKinds = useEffectEvent(() => kinds);
  // The list of kinds is new in each render.
  useEffect(() => {
    if (!isAllowed) return;
    const stopReporting = reportVisibility(memberId);
    const stopped = new AbortController();
    const subscribe = changes.subscribe;
    const options = { memberId, kinds: readKinds(), queryClient, subscribe, open: (id?: string) => open(id) };
    if (chosen !== '') void watchHidden(memberId, stopped.signal, (ended) => showNews(ended, options));
    return () => {
      stopped.abort();
      stopReporting();
    };
  }, [isAllowed, memberId, chosen, queryClient, changes]);
  return null;
}
