import type { ListedMemberResponse } from '@player-support/contract/team/members';

export function byName<One extends { readonly name: string }>(members: readonly One[], language: string): One[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return members.toSorted((a, b) => compare(a.name, b.name));
}

export const activeMemberIds = (members: readonly ListedMemberResponse[], language: string): string[] =>
  byName(
    members.filter(({ disabled }) => !disabled),
    language,
  ).map(({ id }) => id);
