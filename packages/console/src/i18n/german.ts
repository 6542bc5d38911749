// The texts of the queue and of every page, in one file: another request would cost more.
export { texts as app } from '../texts/app.de.ts';
export { texts as firstSteps } from '../texts/first-steps.de.ts';
export { texts as outbox } from '../texts/outbox.de.ts';
export { texts as queue } from '../texts/queue.de.ts';
export { texts as signIn } from '../texts/sign-in.de.ts';
export { texts as snooze } from '../texts/snooze.de.ts';
export { texts as storm } from '../texts/storm.de.ts';
export { texts as views } from '../texts/views.de.ts';
