import { LOCALES } from '@player-support/contract/locales';
import type { Texts } from '@player-support/contract/team/localized-texts';

/** Texts as they are stored: in the order of LOCALES. */
export const inOrder = (texts: Texts): Texts =>
  Object.fromEntries(LOCALES.flatMap((locale) => (texts[locale] === undefined ? [] : [[locale, texts[locale]]])));
