import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { notifySuccess } from '../ui/notify.ts';

interface Options {
  readonly projectId?: string | undefined;
  /** The ticket that is open now. */
  readonly after?: string | undefined;
}

/** Opens the ticket that the server offers as the next one. A second call meanwhile does nothing. */
export function useNextTicket({ projectId, after }: Options): () => void {
  const { t } = useText();
  const navigate = useNavigate();
  // A mutation, because the server remembers what it offered. So it is not kept or sent again.
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.get('/tickets/next', { query: { projectId, after } }),
    onSuccess: ({ ticket }) =>
      ticket === null
        ? notifySuccess(t('next.none'))
        : void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticket.id } }),
  });
  return () => !isPending && mutate();
}
