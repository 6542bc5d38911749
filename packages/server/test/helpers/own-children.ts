import { readFileSync } from 'node:fs';

/** Returns the ids of this process's children. */
export const ownChildren = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
