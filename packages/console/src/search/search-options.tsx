import type { PlayerResponse } from '@player-support/contract/team/players';
import type { SearchResult } from '@player-support/contract/team/search';
import { IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';
import { playerName } from '../player/player-name.ts';
import { StatusIcon } from '../ui/ticket-icons.tsx';
import { Time } from '../ui/time.tsx';
import { MarkedText } from './marked-text.tsx';
import type { SearchNames } from './use-search-names.ts';

interface OptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly names: SearchNames;
}

/** The attributes of a result. Links, so that a result can be opened in a new tab. */
const attributes = ({ id, isActive, onPoint }: OptionProps) => ({
  id,
  role: 'option',
  'aria-selected': isActive,
  tabIndex: -1,
  className: 'search-option',
  onPointerMove: onPoint,
});

/** A ticket with its newest match. */
export function TicketOption(props: OptionProps & SearchResult) {
  const { t } = useText();
  const { ticket, match, names } = props;
  const project = names.projectName(ticket.projectId);
  return (
    <Link {...attributes(props)} to="/tickets/$ticketId" params={{ ticketId: ticket.id }} state={{ fromSearch: true }}>
      <span className="search-icon" data-status={ticket.status}>
        <StatusIcon status={ticket.status} />
      </span>
      <span className="search-texts">
        <span className="search-line">
          <span className="search-subject" dir="auto">
            {match.source === 'subject' ? <MarkedText {...match} /> : ticket.subject}
          </span>
          <span className="search-time">
            <Time at={match.source === 'id' ? (ticket.lastMessageAt ?? ticket.createdAt) : match.createdAt} />
          </span>
        </span>
        {(match.source === 'message' || match.source === 'note' || match.source === 'file') && (
          <span className="search-snippet">
            {match.source !== 'message' && <span className="search-source">{t(`search.source.${match.source}`)}</span>}
            <bdi dir="auto">
              <MarkedText {...match} />
            </bdi>
          </span>
        )}
        <span className="search-facts">
          <span>{t(ticket.held ? 'view.held' : `status.${ticket.status}`)}</span>
          <bdi>{playerName({ userId: ticket.userId, id: ticket.playerId })}</bdi>
          {names.typeLabel(ticket.projectId, ticket.type) !== '' && (
            <bdi>{names.typeLabel(ticket.projectId, ticket.type)}</bdi>
          )}
          {names.projects.length > 1 && project !== undefined && <bdi>{project}</bdi>}
        </span>
      </span>
    </Link>
  );
}

/** A player whose id was searched. */
export function PlayerOption(props: OptionProps & { readonly player: PlayerResponse }) {
  const { player, names } = props;
  const project = names.projectName(player.projectId);
  return (
    <Link {...attributes(props)} to="/players/$playerId" params={{ playerId: player.id }}>
      <span className="search-icon">
        <IconUser size={16} aria-hidden />
      </span>
      <span className="search-texts">
        <span className="search-subject" dir="auto">
          {playerName(player)}
        </span>
        <span className="search-facts">
          {project !== undefined && <bdi>{project}</bdi>}
          <bdi className="search-id">{player.id}</bdi>
        </span>
      </span>
    </Link>
  );
}
