import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/text.ts';
import { apiKeysQuery } from './queries/api-keys.ts';
import { membersQuery } from './queries/members.ts';

/** The creator is a member, an API key, or an operator (null). */
export function useCreatorName(): (createdBy: string | null) => string {
  const { t } = useText();
  const members = useQuery(membersQuery).data?.members ?? [];
  const apiKeys = useQuery(apiKeysQuery).data?.apiKeys ?? [];
  return (createdBy) => {
    if (createdBy === null) return t('created-by.operator');
    return [...members, ...apiKeys].find(({ id }) => id === createdBy)?.name ?? createdBy;
  };
}
