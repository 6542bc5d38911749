import { useQuery } from '@tanstack/react-query';
import { findMembers, mentionable, mentionQuery } from '../data/find-mentions.ts';
import { membersQuery } from '../data/queries/members.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import type { Completion } from '../ui/completing-textarea.tsx';

const MAX_SHOWN = 20;

/** In notes, `@` at the start of a word finds a member with access to the ticket. */
export function useMentionCompletion(projectId: string): Completion {
  const { t } = useText();
  const { id: ownId } = useMember();
  const { data } = useQuery(membersQuery);
  const members = mentionable(data?.members ?? [], projectId, ownId);
  return {
    label: t('composer.members'),
    find: (text, caret) => mentionQuery(text, caret, members),
    options: (query) =>
      findMembers(members, query)
        .slice(0, MAX_SHOWN)
        .map(({ id, name, email }) => ({ id, name, detail: email, insert: `@${name} ` })),
    empty: t('label.no-members'),
    results: (count) => t('composer.members.found', { count }),
  };
}
