import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { squeezed } from '../lib/squeezed.ts';

export type Mentionable = Pick<ListedMemberResponse, 'id' | 'name'>;

export interface FoundMention {
  readonly start: number;
  readonly end: number;
  /** Several members can have the same name. */
  readonly memberIds: readonly string[];
}

export function mentionable(
  members: readonly ListedMemberResponse[],
  projectId: string,
  ownId: string,
): ListedMemberResponse[] {
  return members.filter(
    ({ id, disabled, projectIds }) =>
      id !== ownId && !disabled && (projectIds === null || projectIds.includes(projectId)),
  );
}

const AT = /(?<=^|[\s(])@/gu;
const IN_WORD = /^[\p{L}\p{N}_]/u;

/** Finds each `@` with a member's name, the longest that fits. */
export function findMentions(text: string, members: readonly Mentionable[]): FoundMention[] {
  const found: FoundMention[] = [];
  for (const { index } of text.matchAll(AT)) {
    const from = index + 1;
    const fits = members.filter(({ name }) => {
      const end = from + name.length;
      return text.slice(from, end).toLowerCase() === name.toLowerCase() && !IN_WORD.test(text.slice(end, end + 2));
    });
    const length = Math.max(0, ...fits.map(({ name }) => name.length));
    if (length === 0) continue;
    const memberIds = fits.filter(({ name }) => name.length === length).map(({ id }) => id);
    found.push({ start: index, end: from + length, memberIds });
  }
  return found;
}

export const mentionedIn = (text: string, members: readonly Mentionable[]): string[] => [
  ...new Set(findMentions(text, members).flatMap(({ memberIds }) => memberIds)),
];

/** Names that begin with the query come first. */
export function findMembers<Member extends Mentionable>(members: readonly Member[], query: string): Member[] {
  const text = squeezed(query);
  return members
    .map((member) => ({ member, at: squeezed(member.name).indexOf(text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.min(1, a.at) - Math.min(1, b.at) || a.member.name.localeCompare(b.member.name))
    .map(({ member }) => member);
}

/**
 * Returns the text between an `@` and the caret. Undefined if no name fits, or after a whole name
 * and a space.
 */
export function mentionQuery(
  text: string,
  caret: number,
  members: readonly Mentionable[],
): { readonly start: number; readonly query: string } | undefined {
  const query = /(?:^|[\s(])@([^\n@]{0,80})$/u.exec(text.slice(0, caret))?.[1];
  if (query === undefined || query.startsWith(' ')) return undefined;
  if (/\s/.test(query) && findMembers(members, query).length === 0) return undefined;
  const isDone = query.endsWith(' ') && members.some(({ name }) => name.toLowerCase() === query.trim().toLowerCase());
  return isDone ? undefined : { start: caret - query.length - 1, query };
}
