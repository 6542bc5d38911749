// The texts of the queue and of what every page has, in one file: a request costs more than the
// texts of a feature.
export { texts as app } from '../app/texts.de.ts';
export { texts as firstSteps } from '../first-steps/texts.de.ts';
export { texts as outbox } from '../outbox/texts.de.ts';
export { texts as queue } from '../queue/texts.de.ts';
export { texts as signIn } from '../sign-in/texts.de.ts';
export { texts as snooze } from '../snooze/texts.de.ts';
export { texts as storm } from '../storm/texts.de.ts';
export { texts as views } from '../views/texts.de.ts';
