// The texts of the queue and of what every page has, in one file: a request costs more than the
// texts of a feature.
export { texts as firstSteps } from '../first-steps/texts.en.ts';
export { texts as outbox } from '../outbox/texts.en.ts';
export { texts as queue } from '../queue/texts.en.ts';
export { texts as signIn } from '../sign-in/texts.en.ts';
export { texts as snooze } from '../snooze/texts.en.ts';
export { texts as storm } from '../storm/texts.en.ts';
export { texts as views } from '../views/texts.en.ts';
