import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/text.ts';
import { apiKeysQuery } from './queries/api-keys.ts';
import { membersQuery } from './queries/members.ts';

/** Returns a name for the creator of a key or link: a member, an API key or (null) an operator. */
export function useCreatorName(): (createdBy: string | null) => string {
  const { t } = useText();
  const members = useQuery(membersQuery).data?.members ?? [];
  const apiKeys = useQuery(apiKeysQuery).data?.apiKeys ?? [];
  return (createdBy) => {
    if (createdBy === null) return t('created-by.operator');
    // A member may not be allowed to see the key.
    return [...members, ...apiKeys].find(({ id }) => id === createdBy)?.name ?? createdBy;
  };
}
