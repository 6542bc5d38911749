import type { ListedMemberResponse } from '@player-support/contract/team/members';

/** Members in the order of their names, as the language of the reader sorts them. */
export function byName<One extends { readonly name: string }>(members: readonly One[], language: string): One[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return members.toSorted((a, b) => compare(a.name, b.name));
}

/** The ids of the members who can sign in, by name. */
export const activeMemberIds = (members: readonly ListedMemberResponse[], language: string): string[] =>
  byName(
    members.filter(({ disabled }) => !disabled),
    language,
  ).map(({ id }) => id);
