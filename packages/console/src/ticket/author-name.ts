import type { TeamMessageResponse, TeamTicketResponse } from '@player-support/contract/team/tickets';
import { playerName } from '../data/player-name.ts';
import type { Translate } from '../i18n/text.ts';

export function authorName(
  { authorType, author }: Pick<TeamMessageResponse, 'authorType' | 'author'>,
  player: Pick<TeamTicketResponse['player'], 'id' | 'userId'>,
  t: Translate,
): string {
  if (authorType === 'player') return playerName(player);
  return authorType === 'system' ? t('conversation.system') : (author?.name ?? t('conversation.team'));
}
