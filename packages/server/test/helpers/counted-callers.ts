import type { CountedCaller } from '../../src/domain/counted-caller.ts';

/** Callers as limits count them, without a server. */

export const countedMember = (id: string, role: CountedCaller['role'] = 'admin', inviterId = id): CountedCaller => ({
  type: 'member',
  responsibleId: id,
  inviterId,
  role,
});

/** A key that this member created, or one of its keys. */
export const countedKey = (responsibleId: string): CountedCaller => ({
  type: 'api_key',
  responsibleId,
  inviterId: responsibleId,
  role: 'admin',
});
