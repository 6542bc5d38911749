import { Button, Group } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconDots, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { viewsQuery } from '../data/queries/views.ts';
import type { SearchAddress } from '../data/search-address.ts';
import { useMayShare } from '../data/use-may-share.ts';
import { useText } from '../i18n/text.ts';
import { loadCode } from '../lib/load-code.ts';
import { holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { notifyError } from '../ui/notify.ts';
import { isSame, type SavedSearch, storedSearch } from './saved-search.ts';

const SaveViewDialog = lazyComponent(async () => (await import('../parts/views/save-view-dialog.tsx')).SaveViewDialog);

interface Props {
  readonly address: SearchAddress;
  readonly saved: SavedSearch | undefined;
  readonly onChange: (address: SearchAddress) => void;
  /** After a button has gone. */
  readonly onFocusLost: () => void;
}

/** Saves the search, or shows the saved one and its actions. */
export function SavedSearchBar({ address, saved, onChange, onFocusLost }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const mayShare = useMayShare();
  const [open, setOpen] = useState<'save' | 'edit'>();
  const [isSaving, setSaving] = useState(false);
  // The dialog returns the focus to its button, which may be gone.
  const [done, setDone] = useState(0);
  const focus = useEffectEvent(onFocusLost);
  useEffect(() => {
    if (done > 0) focus();
  }, [done]);
  const end = () => setDone((count) => count + 1);
  const show = (dialog: typeof open) => {
    holdKeys();
    setOpen(dialog);
  };
  const changed = saved !== undefined && !isSame(address, saved);
  const Icon = saved?.role == null ? IconBookmark : IconUsers;
  const saveChanges = async (view: SavedSearch) => {
    setSaving(true);
    try {
      await api.patch('/views/{viewId}', { path: { viewId: view.id }, body: storedSearch(address) });
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      end();
    } catch (error) {
      notifyError(error);
    } finally {
      setSaving(false);
    }
  };
  const remove = async (view: SavedSearch) => {
    try {
      const { deleteView } = await loadCode(() => import('../parts/views/delete-view.tsx'));
      // Undo gives it another id, which is not open.
      if (!(await deleteView(queryClient, view, t, () => undefined))) return;
      onChange({ ...address, saved: undefined });
      end();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Group gap="xs" className="search-saved" role="group" aria-label={t('search.saved.one')}>
      {saved !== undefined && (
        <span className="search-saved-name">
          <Icon size={16} aria-hidden />
          <bdi>{saved.name}</bdi>
        </span>
      )}
      {saved !== undefined && changed && saved.canChange && (saved.role === null || mayShare(saved)) && (
        <Button size="xs" variant="light" loading={isSaving} onClick={() => void saveChanges(saved)}>
          {t('views.save.changes')}
        </Button>
      )}
      {(saved === undefined || changed) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => show('save')}
        >
          {t(saved === undefined ? 'search.save' : 'views.save.new')}
        </Button>
      )}
      {saved?.canChange === true && (
        <LazyMenu
          position="bottom-end"
          entries={[
            { label: t('views.edit'), run: () => show('edit') },
            { label: t('search.delete'), run: () => void remove(saved) },
          ]}
          button={(trigger) => (
            <Button
              {...trigger}
              size="xs"
              variant="default"
              px="xs"
              aria-label={t('search.menu')}
              title={t('search.menu')}
            >
              <IconDots size={16} aria-hidden />
            </Button>
          )}
        />
      )}
      {open === 'save' && (
        <SaveViewDialog
          stored={storedSearch(address)}
          onSaved={({ id }) => {
            onChange({ ...address, saved: id });
            end();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'edit' && saved !== undefined && (
        <SaveViewDialog
          view={saved}
          stored={storedSearch(address)}
          onSaved={() => undefined}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Group>
  );
}
