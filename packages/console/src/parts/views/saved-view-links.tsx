import './saved-view-links.css';
import type { SavedViewResponse } from '@player-support/contract/team/views';
import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { viewCountsQuery, viewsQuery } from '../../data/queries/views.ts';
import { parseQueueSearch } from '../../data/queue/queue-search.ts';
import { countText } from '../../data/queue/ticket-counts.ts';
import { useText } from '../../i18n/text.ts';
import { NavigationLink } from '../../ui/link.tsx';
import { useMoveView } from './use-move-view.ts';

/** Shows the saved views with counts. They move by drag and drop or by keys. */
export function SavedViewLinks({ currentId }: { readonly currentId: string | undefined }) {
  const { t, language } = useText();
  const views = useQuery(viewsQuery).data?.views.filter(({ q }) => q === null) ?? [];
  const { data } = useQuery({ ...viewCountsQuery, enabled: views.length > 0 });
  const move = useMoveView();
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  const [said, setSaid] = useState('');
  if (views.length === 0) return null;
  const indexOf = (id: string | undefined) => views.findIndex((view) => view.id === id);
  const moveBy = ({ id, name }: SavedViewResponse, by: number) => {
    const place = move(id, by);
    if (place !== undefined) setSaid(t('nav.saved.moved', { name, place, count: views.length }));
  };
  const onKeyDown = (event: KeyboardEvent, view: SavedViewResponse) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moveBy(view, event.key === 'ArrowUp' ? -1 : 1);
  };
  const drop = (view: SavedViewResponse) => {
    const source = views[indexOf(dragged)];
    if (source !== undefined) moveBy(source, indexOf(view.id) - indexOf(source.id));
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div role="group" aria-label={t('nav.saved')}>
      {views.map((view) => {
        const Icon = view.role === null ? IconBookmark : IconUsers;
        const count = data?.counts.find(({ viewId }) => viewId === view.id);
        return (
          <NavigationLink
            key={view.id}
            to="/queue"
            search={parseQueueSearch({ saved: view.id })}
            // The router would compare the whole search.
            activeProps={{}}
            activeOptions={{ exact: true }}
            active={view.id === currentId}
            aria-current={view.id === currentId ? 'page' : undefined}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            className="saved-view"
            title={view.role === null ? t('nav.saved.hint') : t('nav.saved.shared', { role: t(`role.${view.role}`) })}
            label={<bdi>{view.name}</bdi>}
            leftSection={<Icon size={18} aria-hidden />}
            rightSection={
              <span className="nav-count">
                {typeof count?.count === 'number' && countText({ count: count.count, capped: count.capped }, language)}
              </span>
            }
            draggable
            data-dragged={view.id === dragged || undefined}
            data-drop={
              view.id === target && view.id !== dragged
                ? indexOf(dragged) > indexOf(view.id)
                  ? 'before'
                  : 'after'
                : undefined
            }
            onKeyDown={(event) => onKeyDown(event, view)}
            onDragStart={() => setDragged(view.id)}
            onDragEnd={() => {
              setDragged(undefined);
              setTarget(undefined);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setTarget(view.id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(view);
            }}
          />
        );
      })}
      <span className="queue-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
