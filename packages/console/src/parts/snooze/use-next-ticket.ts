import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useText } from '../../i18n/text.ts';
import { notifySuccess } from '../../ui/notify.ts';

interface Options {
  readonly projectId?: string | undefined;
  readonly after?: string | undefined;
  /** Opens a ticket so that Back returns. */
  readonly open?: ((ticketId: string) => void) | undefined;
}

/** The server offers the ticket. A second call meanwhile does nothing. */
export function useNextTicket({ projectId, after, open: openTicket }: Options): () => void {
  const { t } = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      // The address changes before the page: a second key must offer another ticket.
      const [, open] = /^\/tickets\/([^/]+)$/.exec(router.latestLocation.pathname) ?? [];
      return api.post('/tickets/next', { body: { projectId, after: after && (open ?? after) } });
    },
    onSuccess: ({ ticket }) => {
      if (ticket === null) notifySuccess(t('next.none'));
      else if (openTicket !== undefined) openTicket(ticket.id);
      else void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticket.id } });
    },
  });
  return () => !isPending && mutate();
}
