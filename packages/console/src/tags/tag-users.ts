import type { TagResponse } from '@player-support/contract/team/tags';
import type { Translate } from '../i18n/text.ts';

/** Macros and saved views with the tag. Empty: none. */
export const usersOf = ({ macros, views }: TagResponse, t: Translate): string =>
  [
    ...(macros === 0 ? [] : [t('tags.macros', { count: macros })]),
    ...(views === 0 ? [] : [t('tags.views', { count: views })]),
  ].join(', ');

/** Matches the typed text. */
export const isFound = ({ tag }: TagResponse, typed: string): boolean =>
  tag.toLocaleLowerCase().includes(typed.normalize('NFC').trim().toLocaleLowerCase());
