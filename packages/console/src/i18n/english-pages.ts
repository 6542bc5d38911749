// The texts of the other pages, in one file that loads together with the code of the first of them.
export { texts as access } from '../access/texts.en.ts';
export { texts as announcements } from '../announcements/texts.en.ts';
export { texts as apiKeys } from '../api-keys/texts.en.ts';
export { texts as audit } from '../audit/texts.en.ts';
export { texts as forms } from '../forms/texts.en.ts';
export { texts as macros } from '../macros/texts.en.ts';
export { texts as members } from '../members/texts.en.ts';
export { texts as mentions } from '../mentions/texts.en.ts';
export { texts as notices } from '../notices/texts.en.ts';
export { texts as player } from '../player/texts.en.ts';
export { texts as playerData } from '../player-data/texts.en.ts';
export { texts as projects } from '../projects/texts.en.ts';
export { texts as radar } from '../radar/texts.en.ts';
export { texts as search } from '../search/texts.en.ts';
export { texts as settings } from '../settings/texts.en.ts';
export { texts as ticket } from '../ticket/texts.en.ts';
