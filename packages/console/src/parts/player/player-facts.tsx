import { ActionIcon, Badge, CopyButton, Group, Text } from '@mantine/core';
import type { PlayerContext, PlayerResponse } from '@player-support/contract/team/players';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { playerName } from '../../data/player-name.ts';
import { useText } from '../../i18n/text.ts';
import { isolated } from '../../ui/isolated.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './player.module.css';

interface Props {
  readonly player: PlayerResponse;
  /** The context when the ticket was created, on the page of a ticket. */
  readonly ticketContext?: PlayerContext | undefined;
  /** The page's title is the name. */
  readonly hidesName?: boolean;
}

/** Shows the user id that the game sent, the device and the version of the game. */
export function PlayerFacts({ player, ticketContext, hidesName = false }: Props) {
  const { t } = useText();
  const { context } = player;
  const version = ({ appVersion, buildNumber }: PlayerContext) =>
    [appVersion, buildNumber === null ? null : t('player.build', { build: buildNumber })]
      .filter((part) => part !== null)
      .join(', ') || null;
  const contextFacts = [
    [t('player.platform'), (of: PlayerContext) => of.platform],
    [t('player.device'), (of: PlayerContext) => of.deviceModel],
    [t('player.os'), (of: PlayerContext) => of.osVersion],
    [t('player.version'), version],
    [t('player.locale'), (of: PlayerContext) => of.locale],
  ] as const;
  return (
    <dl className={classes.facts}>
      {!hidesName && (
        <Fact name={t(player.userId === null ? 'label.player' : 'player.user-id')}>
          <AnchorLink to="/players/$playerId" params={{ playerId: player.id }} inherit>
            <bdi>{playerName(player)}</bdi>
          </AnchorLink>
          <Standing player={player} size="xs" />
        </Fact>
      )}
      <Fact name={t('player.id')}>
        <Group gap={4} wrap="nowrap">
          <Text ff="monospace" size="xs" truncate title={player.id}>
            {player.id}
          </Text>
          <CopyButton value={player.id}>
            {({ copied, copy }) => (
              <ActionIcon size={24} onClick={copy} aria-label={copied ? t('copy.done') : t('player.id.copy')}>
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      </Fact>
      {contextFacts.map(([name, of]) => (
        <Fact key={name} name={name}>
          <bdi>{of(context) ?? <Unknown />}</bdi>
          {ticketContext !== undefined && of(ticketContext) !== null && of(ticketContext) !== of(context) && (
            <Text size="xs" c="dimmed">
              {t('player.at-creation', { value: of(ticketContext) ?? '' })}
            </Text>
          )}
        </Fact>
      ))}
      <Fact name={t('player.first-seen')}>
        <Time at={player.createdAt} />
      </Fact>
      <Fact name={t('player.last-seen')}>
        <Time at={player.lastSeenAt} />
      </Fact>
      <Fact name={t('player.tickets.all')}>{t('player.not-closed', { count: player.openTickets })}</Fact>
    </dl>
  );
}

/** Says whether the user id is proved, claimed or absent. */
function proofOf({ userId, verified }: PlayerResponse) {
  if (userId === null) return 'player.no-user-id';
  return verified ? 'player.verified' : 'player.claimed';
}

interface StandingProps {
  readonly player: PlayerResponse;
  readonly size: 'xs' | 'sm';
  /** On the page of the player. */
  readonly projectName?: string | undefined;
}

export function Standing({ player, size, projectName }: StandingProps) {
  const { t } = useText();
  return (
    <>
      <Text size={size} c="dimmed">
        {projectName !== undefined && `${isolated(projectName)} · `}
        {t(proofOf(player))}
      </Text>
      {player.blocked && (
        <Badge color="red" size="sm" variant="filled">
          {t('label.blocked')}
        </Badge>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Unknown() {
  const { t } = useText();
  return (
    <Text span inherit c="dimmed">
      {t('player.unknown')}
    </Text>
  );
}
