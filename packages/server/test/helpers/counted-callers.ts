import type { CountedCaller } from '../../src/domain/counted-caller.ts';

/** Callers as limits count them, without a server. */

export const countedMember = (id: string, role: CountedCaller['role'] = 'admin'): CountedCaller => ({
  type: 'member',
  responsibleId: id,
  role,
});

/** A key that this member created, or one of its keys. */
export const countedKey = (responsibleId: string): CountedCaller => ({
  type: 'api_key',
  responsibleId,
  role: 'admin',
});
