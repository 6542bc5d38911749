import type { TeamMessageResponse } from '@player-support/contract/team/tickets';
import type { Translate } from '../i18n/text.ts';

/** The name of a message's author in a sentence. */
export function authorName({ authorType, author }: TeamMessageResponse, t: Translate): string {
  return authorType === 'player' ? t('conversation.player') : (author?.name ?? t('conversation.team'));
}
