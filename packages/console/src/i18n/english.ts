// The texts of the queue and of every page, in one file: another request would cost more.
export { texts as firstSteps } from '../texts/first-steps.en.ts';
export { texts as outbox } from '../texts/outbox.en.ts';
export { texts as queue } from '../texts/queue.en.ts';
export { texts as signIn } from '../texts/sign-in.en.ts';
export { texts as snooze } from '../texts/snooze.en.ts';
export { texts as storm } from '../texts/storm.en.ts';
export { texts as views } from '../texts/views.en.ts';
