import { Select, Text, TextInput } from '@mantine/core';
import { ROLES, type Role } from '@player-support/contract/enums';
import { MAX_SHARED_VIEWS_PER_MEMBER, MAX_VIEW_NAME_LENGTH } from '@player-support/contract/limits';
import type { CreateViewRequest, SavedViewResponse } from '@player-support/contract/team/views';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { viewCountsQuery, viewsQuery } from '../../data/queries/views.ts';
import { useHasRole, useMember } from '../../data/session/session.ts';
import { useMayShare } from '../../data/use-may-share.ts';
import { useText } from '../../i18n/text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fieldError } from '../../ui/form-errors.ts';
import { useFormMutation } from '../../ui/use-form-mutation.ts';

interface Props {
  readonly view?: SavedViewResponse | undefined;
  /** What a new view shows, or a new search. */
  readonly stored: Omit<CreateViewRequest, 'name' | 'role'>;
  readonly onSaved: (view: SavedViewResponse) => void;
  readonly onClose: () => void;
}

const PRIVATE = 'private';

/** Names a view or a search, and shares it with a role. */
export function SaveViewDialog({ view, stored, onSaved, onClose }: Props) {
  const { t } = useText();
  const isAgent = useHasRole('agent');
  const mayShare = useMayShare();
  const { id: memberId, projectIds } = useMember();
  const views = useQuery(viewsQuery).data?.views ?? [];
  const isShared = view !== undefined && view.role !== null;
  const canShare = isShared ? mayShare(view) : isAgent;
  const shared = views.filter(({ ownerId, role }) => ownerId === memberId && role !== null).length;
  const projectId = view === undefined ? stored.projectId : view.projectId;
  const needsProject = !isShared && projectIds !== null && (projectId ?? null) === null;
  const isFull = !isShared && shared >= MAX_SHARED_VIEWS_PER_MEMBER;
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState<Role | null>(canShare ? (view?.role ?? null) : null);
  const mutation = useFormMutation({
    run: async (): Promise<SavedViewResponse> =>
      view === undefined
        ? api.post('/views', { body: { ...stored, name: name.trim(), role } })
        : api.patch('/views/{viewId}', { path: { viewId: view.id }, body: { name: name.trim(), role } }),
    stale: [viewsQuery, viewCountsQuery],
    onDone: (saved) => {
      onClose();
      onSaved(saved);
    },
  });
  const isSearch = typeof stored.q === 'string';
  const title =
    view === undefined
      ? t(isSearch ? 'views.search.save' : 'views.save.title')
      : t(isSearch ? 'views.search.edit' : 'views.edit.title');
  return (
    <FormDialog
      title={title}
      action={t('action.save')}
      mutation={mutation}
      unsaved={role !== (view?.role ?? null)}
      onClose={onClose}
    >
      <TextInput
        label={t('label.name')}
        value={name}
        required
        maxLength={MAX_VIEW_NAME_LENGTH}
        error={fieldError(mutation.error, 'name')}
        onChange={({ currentTarget: { value } }) => setName(value)}
        data-autofocus
      />
      {!canShare && isShared && <Text size="sm">{t('views.share.ends')}</Text>}
      {canShare && (
        <Select
          label={t('views.share')}
          description={
            needsProject
              ? t('views.share.project')
              : isFull
                ? t('views.share.full', { count: MAX_SHARED_VIEWS_PER_MEMBER })
                : t('views.share.text')
          }
          disabled={needsProject || isFull}
          data={[
            { value: PRIVATE, label: t('views.share.private') },
            ...ROLES.map((one) => ({ value: one, label: t(`views.share.${one}`) })),
          ]}
          value={role ?? PRIVATE}
          onChange={(value) => setRole(ROLES.find((one) => one === value) ?? null)}
          allowDeselect={false}
          openOnFocus={false}
        />
      )}
    </FormDialog>
  );
}
