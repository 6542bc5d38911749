import { useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';
import { neighbours, useTrail } from '../queue/queue-snapshot.ts';

/** Where one can go from a ticket; what is absent does not exist. */
export interface Ways {
  readonly back: () => void;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** To the next one, or back to the queue after the last. */
  readonly onward: () => void;
  /** The ticket's place in the queue, from 1. */
  readonly place: number | undefined;
  readonly count: number;
  readonly nextId: string | undefined;
}

/** Whether a reply that resolves or closes leads on to the next ticket; of this browser. */
export function useGoesOn() {
  return useLocalStorage({ key: 'after-sending', defaultValue: true, getInitialValueInEffect: false });
}

export function useWays(ticketId: string): Ways {
  const { t } = useText();
  const navigate = useNavigate();
  const trail = useTrail();
  const { previous, next, place, count } = neighbours(trail, ticketId);
  const to = (id: string | undefined) =>
    id === undefined ? undefined : () => void navigate({ to: '/tickets/$ticketId', params: { ticketId: id } });
  // The queue knows its own search: it is handed back as it came.
  const back = () => void navigate({ href: `/queue${trail.search}` });
  const onward = () => {
    const go = to(next);
    if (go !== undefined) return go();
    // Who came by a link has no queue to go on in.
    if (place === undefined) return;
    notifications.show({ message: t('ticket.last') });
    back();
  };
  return { back, previous: to(previous), next: to(next), onward, place, count, nextId: next };
}
