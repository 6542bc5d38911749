import type { TagResponse } from '@player-support/contract/team/tags';
import type { Translate } from '../i18n/text.ts';

/** The macros and saved views that name a tag, as a text. Empty if none names it. */
export const usersOf = ({ macros, views }: TagResponse, t: Translate): string =>
  [
    ...(macros === 0 ? [] : [t('tags.macros', { count: macros })]),
    ...(views === 0 ? [] : [t('tags.views', { count: views })]),
  ].join(', ');

/** Whether a tag matches what somebody typed to find it. */
export const isFound = ({ tag }: TagResponse, typed: string): boolean =>
  tag.toLocaleLowerCase().includes(typed.normalize('NFC').trim().toLocaleLowerCase());
