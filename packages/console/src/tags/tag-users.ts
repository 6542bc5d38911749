import { fold } from '@player-support/contract/fold';
import type { TagResponse } from '@player-support/contract/team/tags';
import type { Translate } from '../i18n/text.ts';

/** Names the macros and saved views with the tag. Empty: none. */
export const usersOf = ({ macros, views }: TagResponse, t: Translate): string =>
  [
    ...(macros === 0 ? [] : [t('tags.macros', { count: macros })]),
    ...(views === 0 ? [] : [t('tags.views', { count: views })]),
  ].join(', ');

export const isFound = ({ tag }: TagResponse, typed: string): boolean => fold(tag).includes(fold(typed.trim()));
