import { Badge, Button, EmptyState, Group, Text } from '@mantine/core';
import type { MacroResponse } from '@player-support/contract/team/macros';
import { IconBolt, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { macrosQuery } from '../data/queries/macros.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { useHasRole, useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import { FirstMacrosDialog } from './first-macros-dialog.tsx';
import { MacroChanges } from './macro-changes.tsx';
import { MacroDialog } from './macro-dialog.tsx';

export function MacrosPage() {
  const { t } = useText();
  const isAdmin = useHasRole('admin');
  const { projectIds } = useMember();
  const macros = useQuery(macrosQuery);
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const [edited, setEdited] = useState<MacroResponse | 'new'>();
  const [addingFirst, setAddingFirst] = useState(false);
  const [deleted, setDeleted] = useState<MacroResponse>();
  const list = macros.data?.macros.toSorted((a, b) => a.name.localeCompare(b.name));
  const nameOf = (id: string | null) =>
    id === null ? t('label.all-projects') : (projects.find((project) => project.id === id)?.name ?? id);
  const create = isAdmin && (
    <Group gap="xs">
      <Button onClick={() => setEdited('new')} leftSection={<IconPlus size={16} aria-hidden />}>
        {t('macros.create')}
      </Button>
      <Button variant="default" onClick={() => setAddingFirst(true)}>
        {t('macros.first')}
      </Button>
    </Group>
  );
  return (
    <Page title={t('settings.macros')} actions={list !== undefined && list.length > 0 && create}>
      <LoadedList
        query={macros}
        list={list}
        empty={
          <EmptyState
            icon={<IconBolt aria-hidden />}
            title={t('macros.empty.title')}
            description={t('macros.empty.text')}
          >
            {create}
          </EmptyState>
        }
      >
        <Rows label={t('settings.macros')}>
          {list?.map((macro) => (
            <Row
              key={macro.id}
              actions={
                isAdmin &&
                (macro.projectId !== null || projectIds === null) && (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      variant="default"
                      onClick={() => setEdited(macro)}
                      aria-label={t('action.edit.one', { name: macro.name })}
                    >
                      {t('action.edit')}
                    </Button>
                    <RemoveButton
                      onClick={() => setDeleted(macro)}
                      aria-label={t('macros.delete.one', { name: macro.name })}
                    >
                      {t('action.delete')}
                    </RemoveButton>
                  </Group>
                )
              }
            >
              <Group gap="xs">
                <Text fw={600}>{macro.name}</Text>
                <Badge variant="default">{nameOf(macro.projectId)}</Badge>
              </Group>
              <Text size="sm" c="dimmed" lineClamp={2} className="user-text" dir="auto">
                {macro.body}
              </Text>
              <MacroChanges actions={macro.actions} />
              <Text size="xs" c="dimmed">
                {macro.lastUsedAt === null ? (
                  t('macros.unused')
                ) : (
                  <>
                    {t('macros.uses', { count: macro.uses })} <Time at={macro.lastUsedAt} />
                  </>
                )}
              </Text>
            </Row>
          ))}
        </Rows>
      </LoadedList>
      {edited !== undefined && (
        <MacroDialog macro={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {addingFirst && <FirstMacrosDialog onClose={() => setAddingFirst(false)} />}
      {deleted !== undefined && (
        <ConfirmAction
          title={t('macros.delete.ask')}
          text={t('macros.delete.text', { name: deleted.name })}
          action={t('action.delete')}
          run={() => api.delete('/macros/{macroId}', { path: { macroId: deleted.id } })}
          stale={[macrosQuery]}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  );
}
