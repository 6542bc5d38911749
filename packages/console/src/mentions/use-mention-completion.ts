import { useQuery } from '@tanstack/react-query';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { membersQuery } from '../members/queries.ts';
import type { Completion } from '../ui/completing-textarea.tsx';
import { findMembers, mentionable, mentionQuery } from './find-mentions.ts';

const MAX_SHOWN = 20;

/** In notes, `@` at the start of a word finds a member who can see the ticket. */
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
