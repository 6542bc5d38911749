// All texts of a language in one file (8 KB): a request costs more than the texts of a feature.
export { texts as access } from '../access/texts.en.ts';
export { texts as account } from '../account/texts.en.ts';
export { texts as announcements } from '../announcements/texts.en.ts';
export { texts as apiKeys } from '../api-keys/texts.en.ts';
export { texts as audit } from '../audit/texts.en.ts';
export { texts as firstSteps } from '../first-steps/texts.en.ts';
export { texts as macros } from '../macros/texts.en.ts';
export { texts as members } from '../members/texts.en.ts';
export { texts as notices } from '../notices/texts.en.ts';
export { texts as notifications } from '../notifications/texts.en.ts';
export { texts as outbox } from '../outbox/texts.en.ts';
export { texts as player } from '../player/texts.en.ts';
export { texts as projects } from '../projects/texts.en.ts';
export { texts as queue } from '../queue/texts.en.ts';
export { texts as settings } from '../settings/texts.en.ts';
export { texts as signIn } from '../sign-in/texts.en.ts';
export { texts as ticket } from '../ticket/texts.en.ts';
