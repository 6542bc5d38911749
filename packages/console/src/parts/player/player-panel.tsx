import { Stack, Text } from '@mantine/core';
import type { TicketAnswer } from '@player-support/contract/team/forms';
import type { PlayerContext, PlayerResponse } from '@player-support/contract/team/players';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { fromVisible } from '@player-support/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWithPendingBlock } from '../../data/outbox/pending-changes.ts';
import { playerTicketsQuery } from '../../data/queries/player.ts';
import { useHasRole } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { Time } from '../../ui/time.tsx';
import { Answers } from './answers.tsx';
import { Installations } from './installations.tsx';
import { PanelSection } from './panel-section.tsx';
import classes from './player.module.css';
import { PlayerActions } from './player-actions.tsx';
import { PlayerData } from './player-data.tsx';
import { PlayerFacts } from './player-facts.tsx';

interface Props {
  readonly player: PlayerResponse;
  readonly ticketId: string;
  readonly ticketContext?: PlayerContext;
  /** What the player entered in the form of the current ticket. */
  readonly answers?: readonly TicketAnswer[];
}

export function PlayerPanel({ player: stored, ticketId, ticketContext, answers = [] }: Props) {
  const canWrite = useHasRole('agent');
  const player = useWithPendingBlock(stored);
  return (
    <Stack gap="lg">
      <Answers answers={answers} />
      <PlayerFacts player={player} ticketContext={ticketContext} />
      {canWrite && <PlayerActions player={player} ticketId={ticketId} isCompact />}
      <PlayerData player={player} />
      <OtherTickets player={player} ticketId={ticketId} />
      <Installations player={player} />
    </Stack>
  );
}

function OtherTickets({ player, ticketId }: Pick<Props, 'player' | 'ticketId'>) {
  const { t } = useText();
  const { data, error } = useQuery(playerTicketsQuery(player.id));
  const tickets = data?.tickets.filter(({ id }) => id !== ticketId);
  return (
    <PanelSection title={t('player.tickets')} list={tickets} error={error} emptyText={t('player.tickets.none')}>
      {tickets?.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} />
      ))}
    </PanelSection>
  );
}

function TicketLine({ ticket }: { readonly ticket: QueueTicketResponse }) {
  const { t } = useText();
  return (
    <li>
      <Link to="/tickets/$ticketId" params={{ ticketId: ticket.id }} className={classes.link}>
        <Text size="sm" truncate dir="auto" title={ticket.subject}>
          {fromVisible(ticket.subject)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(ticket.mergedInto === null ? `status.${ticket.status}` : 'queue.row.merged')} ·{' '}
          <Time at={ticket.lastMessageAt ?? ticket.createdAt} />
        </Text>
      </Link>
    </li>
  );
}
