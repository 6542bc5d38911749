import type { PlayerResponse } from '@player-support/contract/team/players';
import { IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { playerName } from '../data/player-name.ts';
import { useText } from '../i18n/text.ts';
import type { SearchNames } from './use-search-names.ts';

interface Props {
  readonly listId: string;
  readonly optionId: (id: string) => string;
  readonly active: string | undefined;
  readonly names: SearchNames;
  readonly players: readonly PlayerResponse[];
  readonly onPoint: (id: string) => void;
}

export function FoundPlayers({ listId, optionId, active, names, players, onPoint }: Props) {
  const { t } = useText();
  return (
    <div id={listId} role="listbox" aria-label={t('search.players')} className="search-list">
      {players.map((player) => {
        const project = names.projectName(player.projectId);
        return (
          <Link
            key={player.id}
            id={optionId(player.id)}
            role="option"
            aria-selected={player.id === active}
            tabIndex={-1}
            className="search-option"
            to="/players/$playerId"
            params={{ playerId: player.id }}
            onPointerMove={() => onPoint(player.id)}
          >
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
      })}
    </div>
  );
}
