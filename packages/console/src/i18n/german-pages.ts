// The texts of the other pages, in one file that loads together with the code of the first of them.
export { texts as access } from '../access/texts.de.ts';
export { texts as announcements } from '../announcements/texts.de.ts';
export { texts as apiKeys } from '../api-keys/texts.de.ts';
export { texts as audit } from '../audit/texts.de.ts';
export { texts as forms } from '../forms/texts.de.ts';
export { texts as macros } from '../macros/texts.de.ts';
export { texts as members } from '../members/texts.de.ts';
export { texts as mentions } from '../mentions/texts.de.ts';
export { texts as notices } from '../notices/texts.de.ts';
export { texts as player } from '../player/texts.de.ts';
export { texts as playerData } from '../player-data/texts.de.ts';
export { texts as projects } from '../projects/texts.de.ts';
export { texts as radar } from '../radar/texts.de.ts';
export { texts as search } from '../search/texts.de.ts';
export { texts as settings } from '../settings/texts.de.ts';
export { texts as ticket } from '../ticket/texts.de.ts';
