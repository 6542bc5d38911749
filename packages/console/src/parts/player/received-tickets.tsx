import { Button, Group, Text } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { shortName } from '../../data/player-name.ts';
import { linkedInstallationsQuery, playerKeys } from '../../data/queries/player.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmAction } from '../../ui/confirm-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { PanelSection } from './panel-section.tsx';

/** Shows what came from devices that are no longer linked. An admin can give it back. */
export function ReceivedTickets({ player }: { readonly player: PlayerResponse }) {
  const { t } = useText();
  const [returning, setReturning] = useState<string>();
  const { data } = useQuery(linkedInstallationsQuery(player.id));
  const linked = data?.installations.map(({ id }) => id) ?? [];
  const received = data?.received.filter(({ installationId }) => !linked.includes(installationId)) ?? [];
  if (received.length === 0) return null;
  return (
    <PanelSection
      title={t('player.received')}
      hint={t('player.received.hint')}
      list={received}
      error={null}
      emptyText=""
    >
      {received.map(({ installationId, by, tickets, at }) => (
        <li key={`${installationId} ${at}`}>
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm">{t(`player.received.${by}`, { count: tickets })}</Text>
              <Text size="xs" c="dimmed">
                {shortName(installationId)} · <Time at={at} />
              </Text>
            </div>
            <Button
              size="compact-sm"
              mih={28}
              flex="0 0 auto"
              variant="default"
              aria-label={t('player.received.return.one', { name: shortName(installationId) })}
              onClick={() => setReturning(installationId)}
            >
              {t('player.received.return')}
            </Button>
          </Group>
        </li>
      ))}
      {returning !== undefined && (
        <ConfirmAction
          title={t('player.received.return.title')}
          text={t('player.received.return.text')}
          action={t('player.received.return')}
          run={() =>
            api.post('/players/{playerId}/links/{installationId}/return', {
              path: { playerId: player.id, installationId: returning },
            })
          }
          stale={[{ queryKey: playerKeys.all }]}
          onClose={() => setReturning(undefined)}
        />
      )}
    </PanelSection>
  );
}
