import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SavedViewResponse, SavedViewsResponse } from '@player-support/contract/team/views';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { viewCountsQuery, viewsQuery } from '../../data/queries/views.ts';
import type { Translate } from '../../i18n/text.ts';
import { notifyError } from '../../ui/notify.ts';

/** In this time a deleted view can be restored. */
const UNDO_MS = 10_000;

async function reload(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: viewCountsQuery.queryKey });
}

/** Deletes a view and offers to restore it, with a new address. Returns whether it is deleted. */
export async function deleteView(
  queryClient: QueryClient,
  view: SavedViewResponse,
  t: Translate,
  onRestored: (view: SavedViewResponse) => void,
): Promise<boolean> {
  const before = queryClient.getQueryData<SavedViewsResponse>(viewsQuery.queryKey)?.views.map(({ id }) => id) ?? [];
  try {
    await api.delete('/views/{viewId}', { path: { viewId: view.id } });
  } catch (error) {
    notifyError(error);
    return false;
  }
  await reload(queryClient);
  const toast = `deleted-${view.id}`;
  const undo = async () => {
    notifications.hide(toast);
    try {
      const { name, projectId, role, base, sort, filter, q } = view;
      const restored = await api.post('/views', { body: { name, projectId, role, base, sort, filter, q } });
      const viewIds = before.map((id) => (id === view.id ? restored.id : id));
      await api.put('/views/order', { body: { viewIds } });
      await reload(queryClient);
      onRestored(restored);
    } catch (error) {
      notifyError(error);
    }
  };
  notifications.show({
    id: toast,
    role: 'status',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': t('action.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t(view.q === null ? 'views.deleted' : 'views.search.deleted', { name: view.name })}</Text>
        <Button size="compact-sm" variant="light" flex="none" onClick={() => void undo()}>
          {t('views.undo')}
        </Button>
      </Group>
    ),
  });
  return true;
}
