import { VisuallyHidden } from '@mantine/core';
import { MAX_UNREAD_MENTIONS } from '@player-support/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { newMentionsQuery } from '../data/queries/mentions.ts';
import { useText } from '../i18n/text.ts';

export function UnreadMentions() {
  const { t } = useText();
  const unread = useQuery(newMentionsQuery).data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="nav-count">
      {unread < MAX_UNREAD_MENTIONS ? unread : `${MAX_UNREAD_MENTIONS}+`}
      <VisuallyHidden> {t('nav.mentions.unread')}</VisuallyHidden>
    </span>
  );
}
