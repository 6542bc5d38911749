import { notifications } from '@mantine/notifications';
import { MAX_TICKETS_PER_UPDATE } from '@player-support/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { ticketKeys } from '../ticket/queries.ts';
import { errorText } from '../ui/error-text.ts';
import { queueKeys } from './queries.ts';
import { type FreshPart, isInView, type QueueRow, type TicketChange, withChange } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import { partsKey, type QueueRowsData, rowsKey } from './use-queue-rows.ts';

interface Change {
  readonly ticketIds: readonly string[];
  readonly change: TicketChange;
}

/**
 * Changes many tickets, a hundred per request. The rows change at once, and change back if the
 * server did not change the ticket. Tickets that left the view are removed at the end. `progress`
 * is from 0 to 1.
 */
export function useUpdateTickets(query: QueueQuery, memberId: string, onDone: (ticketIds: readonly string[]) => void) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const { view } = query;

  function rewrite(replace: (row: QueueRow) => QueueRow | undefined): void {
    const all = <Row extends QueueRow>(rows: readonly Row[]) =>
      rows.flatMap((row): QueueRow[] => {
        const next = replace(row);
        return next === undefined ? [] : [next];
      });
    queryClient.setQueryData<QueueRowsData>(
      rowsKey(query),
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, tickets: all(page.tickets) })) },
    );
    queryClient.setQueriesData<FreshPart>(
      { queryKey: partsKey(query) },
      (part) => part && { ...part, tickets: all(part.tickets) },
    );
  }

  const mutation = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ ticketIds, change }: Change) => {
      // A response from before the change must not overwrite it.
      await queryClient.cancelQueries({ queryKey: partsKey(query) });
      const before = new Map(
        (queryClient.getQueryData<QueueRowsData>(rowsKey(query))?.pages ?? [])
          .flatMap(({ tickets }) => tickets)
          .map((row) => [row.id, row]),
      );
      const requested = new Set(ticketIds);
      rewrite((row) => {
        if (!requested.has(row.id)) return row;
        const next = withChange(row, change);
        return isInView(next, view, memberId) ? next : { ...next, hasLeftView: true };
      });
      if (ticketIds.length > MAX_TICKETS_PER_UPDATE) setProgress(0);
      const done = new Set<string>();
      const notFound: string[] = [];
      let failure: unknown;
      try {
        for (let start = 0; start < ticketIds.length; start += MAX_TICKETS_PER_UPDATE) {
          const batch = ticketIds.slice(start, start + MAX_TICKETS_PER_UPDATE);
          const result = await api.patch('/tickets', { body: { ticketIds: batch, ...change } });
          for (const id of result.updated) done.add(id);
          notFound.push(...result.notFound);
          if (ticketIds.length > MAX_TICKETS_PER_UPDATE)
            setProgress(Math.min(1, (start + MAX_TICKETS_PER_UPDATE) / ticketIds.length));
        }
      } catch (error) {
        failure = error;
      }
      const missing = new Set(notFound);
      rewrite((row) => {
        if (done.has(row.id)) return isInView(row, view, memberId) ? row : undefined;
        if (missing.has(row.id)) return undefined;
        return requested.has(row.id) ? (before.get(row.id) ?? row) : row;
      });
      return { done: [...done], notFound, failure, total: ticketIds.length };
    },
    onSuccess: ({ done, notFound, failure, total }) => {
      notify(done.length, notFound.length, failure, total);
      onDone([...done, ...notFound]);
    },
    onSettled: (result) => {
      setProgress(undefined);
      for (const id of result?.done ?? []) void queryClient.invalidateQueries({ queryKey: ticketKeys.one(id) });
      void queryClient.invalidateQueries({ queryKey: queueKeys.all });
    },
  });

  function notify(done: number, notFound: number, failure: unknown, total: number): void {
    const parts = [
      ...(done > 0 || failure === undefined ? [t('queue.bulk.done', { count: done })] : []),
      ...(notFound > 0 ? [t('queue.bulk.not-found', { count: notFound })] : []),
      ...(failure === undefined ? [] : [t('queue.bulk.failed', { count: total - done - notFound })]),
      ...(failure === undefined ? [] : [failureText(failure)]),
    ];
    notifications.show({
      message: parts.join(' '),
      color: failure === undefined && notFound === 0 ? 'teal' : 'red',
      autoClose: failure === undefined && notFound === 0 ? 4000 : 10_000,
      role: failure === undefined ? 'status' : 'alert',
      closeButtonProps: { 'aria-label': t('action.close') },
    });
  }

  /** The message of the server about a field, such as an assignee without access. */
  function failureText(failure: unknown): string {
    const fields = failure instanceof ApiError ? Object.values(failure.errors).flat() : [];
    return fields.length > 0 ? fields.join(' ') : errorText(failure, t);
  }

  return { change: mutation.mutate, isPending: mutation.isPending, progress };
}
