import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, membersQuery } from '../queries.ts';
import { useText } from '../text.ts';

/** Names the creator of a key or a link: a member, an API key, or an operator where there is no id. */
export function useCreatorName(): (createdBy: string | null) => string {
  const { t } = useText();
  const members = useQuery(membersQuery).data?.members ?? [];
  const apiKeys = useQuery(apiKeysQuery).data?.apiKeys ?? [];
  return (createdBy) => {
    if (createdBy === null) return t('created-by.operator');
    // A key that one may not see is known by its id alone.
    return [...members, ...apiKeys].find(({ id }) => id === createdBy)?.name ?? createdBy;
  };
}
