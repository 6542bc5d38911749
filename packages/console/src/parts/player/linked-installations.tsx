import { Button, Group, Text } from '@mantine/core';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortName } from '../../data/player-name.ts';
import { linkedInstallationsQuery } from '../../data/queries/player.ts';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { Time } from '../../ui/time.tsx';
import { EndLinkDialog } from './end-link-dialog.tsx';
import { PanelSection } from './panel-section.tsx';

export function LinkedInstallations({ player }: { readonly player: PlayerResponse }) {
  const { t } = useText();
  const isAdmin = useHasRole('admin');
  const [ending, setEnding] = useState<string>();
  const { data, error } = useQuery(linkedInstallationsQuery(player.id));
  return (
    <PanelSection
      title={t('player.links')}
      hint={t('player.links.hint')}
      list={data?.installations}
      error={error}
      emptyText={t('player.links.none')}
    >
      {data?.installations.map(({ id, context, lastSeenAt }) => {
        const name = [context.platform, context.deviceModel].filter(Boolean).join(', ') || shortName(id);
        return (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm" truncate>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {t('player.last-seen')} <Time at={lastSeenAt} />
                </Text>
              </div>
              {isAdmin && (
                <Button
                  size="compact-sm"
                  mih={28}
                  flex="0 0 auto"
                  variant="default"
                  aria-label={t('player.links.end.one', { name })}
                  onClick={() => setEnding(id)}
                >
                  {t('player.links.end')}
                </Button>
              )}
            </Group>
          </li>
        );
      })}
      {ending !== undefined && (
        <EndLinkDialog path={{ playerId: player.id, installationId: ending }} onClose={() => setEnding(undefined)} />
      )}
    </PanelSection>
  );
}
