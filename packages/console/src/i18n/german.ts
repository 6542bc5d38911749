// All texts of a language in one file (11 KB): a request costs more than the texts of a feature.
export { texts as access } from '../access/texts.de.ts';
export { texts as account } from '../account/texts.de.ts';
export { texts as announcements } from '../announcements/texts.de.ts';
export { texts as apiKeys } from '../api-keys/texts.de.ts';
export { texts as app } from '../app/texts.de.ts';
export { texts as audit } from '../audit/texts.de.ts';
export { texts as macros } from '../macros/texts.de.ts';
export { texts as members } from '../members/texts.de.ts';
export { texts as notices } from '../notices/texts.de.ts';
export { texts as outbox } from '../outbox/texts.de.ts';
export { texts as player } from '../player/texts.de.ts';
export { texts as projects } from '../projects/texts.de.ts';
export { texts as queue } from '../queue/texts.de.ts';
export { texts as settings } from '../settings/texts.de.ts';
export { texts as signIn } from '../sign-in/texts.de.ts';
export { texts as ticket } from '../ticket/texts.de.ts';
