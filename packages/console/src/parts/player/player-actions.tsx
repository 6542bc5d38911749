import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PlayerResponse } from '@player-support/contract/team/players';
import { IconBan, IconKey, IconMail } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const DirectMessage = lazyComponent(async () => (await import('./player-dialogs.tsx')).DirectMessage);
const SupportCodeDialog = lazyComponent(async () => (await import('./support-code-dialog.tsx')).SupportCodeDialog);
const BlockDialog = lazyComponent(async () => (await import('./player-dialogs.tsx')).BlockDialog);

interface Props {
  readonly player: PlayerResponse;
  readonly ticketId?: string;
  readonly isCompact?: boolean;
}

/** A support code is issued only on a ticket's page. */
export function PlayerActions({ player, ticketId, isCompact = false }: Props) {
  const { t } = useText();
  const [writing, message] = useDisclosure(false, { onOpen: holdKeys });
  const [asking, block] = useDisclosure(false, { onOpen: holdKeys });
  const [issuing, code] = useDisclosure(false, { onOpen: holdKeys });
  const button = { variant: 'default', ...(isCompact && { size: 'compact-sm', mih: 28 }) } as const;
  return (
    <Group gap="xs">
      <Button {...button} leftSection={<IconMail size={16} aria-hidden />} onClick={message.open}>
        {t('player.message')}
      </Button>
      <Button {...button} leftSection={<IconBan size={16} aria-hidden />} onClick={block.open}>
        {t(player.blocked ? 'player.unblock' : 'player.block')}
      </Button>
      {ticketId !== undefined && !player.verified && (
        <Button {...button} leftSection={<IconKey size={16} aria-hidden />} onClick={code.open}>
          {t('player.code')}
        </Button>
      )}
      {issuing && ticketId !== undefined && <SupportCodeDialog ticketId={ticketId} onClose={code.close} />}
      {writing && <DirectMessage player={player} onClose={message.close} />}
      {asking && <BlockDialog player={player} onClose={block.close} />}
    </Group>
  );
}
