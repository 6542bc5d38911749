import { Button } from '@mantine/core';
import type { SavedViewResponse } from '@player-support/contract/team/views';
import { IconBookmarkPlus, IconDots, IconFilterCog } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { viewCountsQuery, viewsQuery } from '../../data/queries/views.ts';
import { activeFilters, type QueueSearch } from '../../data/queue/queue-search.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useMember } from '../../data/session/session.ts';
import { useMayShare } from '../../data/use-may-share.ts';
import { useText } from '../../i18n/text.ts';
import { loadCode } from '../../lib/load-code.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { notifyError } from '../../ui/notify.ts';
import { useMoveView } from './use-move-view.ts';
import { isChanged, nestedOf, storedView } from './view-search.ts';

// Their form fields are 60 KB of JavaScript (gzip).
const FilterDialog = lazyComponent(async () => (await import('./filter-dialog.tsx')).FilterDialog);
const SaveViewDialog = lazyComponent(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);

interface Props {
  /** What the list shows: see `OpenView`. */
  readonly search: QueueSearch;
  readonly view: SavedViewResponse | undefined;
  readonly names: QueueNames;
  readonly onChange: (search: QueueSearch) => void;
}

export function ViewBar({ search, view, names, onChange }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const move = useMoveView();
  const [open, setOpen] = useState<'filter' | 'save' | 'edit'>();
  const [isSaving, setSaving] = useState(false);
  const show = (dialog: typeof open) => {
    holdKeys();
    setOpen(dialog);
  };
  const close = () => setOpen(undefined);
  const isFiltered = activeFilters(search).length > 0 || search.filter !== undefined;
  const changed = view !== undefined && isChanged(search, view);
  const { id: memberId } = useMember();
  const mayShare = useMayShare();
  const isOwn = view?.ownerId === memberId;
  const canSave =
    view?.canChange === true &&
    // Only the owner may change the project, and not every owner may change what is shared.
    (isOwn || storedView(search).projectId === view.projectId) &&
    (view.role === null || mayShare(view));
  const openSaved = (saved: SavedViewResponse) => onChange({ saved: saved.id });
  const saveChanges = async () => {
    if (view === undefined) return;
    setSaving(true);
    try {
      openSaved(await api.patch('/views/{viewId}', { path: { viewId: view.id }, body: storedView(search) }));
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: viewCountsQuery.queryKey });
    } catch (error) {
      notifyError(error);
    } finally {
      setSaving(false);
    }
  };
  const remove = async (removed: SavedViewResponse) => {
    try {
      const { deleteView } = await loadCode(() => import('./delete-view.tsx'));
      if (await deleteView(queryClient, removed, t, openSaved)) onChange({});
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      {changed && canSave && (
        <Button variant="light" onClick={() => void saveChanges()} loading={isSaving}>
          {t('views.save.changes')}
        </Button>
      )}
      {(view === undefined ? isFiltered : changed) && (
        <Button
          variant="default"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          className="view-save"
          onClick={() => show('save')}
        >
          {t(view === undefined ? 'views.save' : 'views.save.new')}
        </Button>
      )}
      <LazyMenu
        position="bottom-end"
        entries={[
          { label: t('views.filter.edit'), run: () => show('filter') },
          ...(view === undefined
            ? []
            : [
                ...(view.canChange ? [{ label: t('views.edit'), run: () => show('edit') }] : []),
                { label: t('views.move.up'), run: () => move(view.id, -1) },
                { label: t('views.move.down'), run: () => move(view.id, 1) },
                ...(view.canChange ? [{ label: t('views.delete'), run: () => void remove(view) }] : []),
              ]),
        ]}
        button={(trigger) => (
          <Button {...trigger} variant="default" px="xs" aria-label={t('views.menu')} title={t('views.menu')}>
            {view === undefined ? <IconFilterCog size={16} aria-hidden /> : <IconDots size={16} aria-hidden />}
          </Button>
        )}
      />
      {open === 'filter' && (
        <FilterDialog
          filter={nestedOf(search)}
          names={names}
          onClose={close}
          onApply={(filter) =>
            // With its own filter, the address has everything of the view.
            onChange({ ...search, filter: JSON.stringify(filter), saved: view?.id })
          }
        />
      )}
      {open === 'save' && <SaveViewDialog stored={storedView(search)} onSaved={openSaved} onClose={close} />}
      {open === 'edit' && view !== undefined && (
        <SaveViewDialog view={view} stored={storedView(search)} onSaved={() => undefined} onClose={close} />
      )}
    </>
  );
}
