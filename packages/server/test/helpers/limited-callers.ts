import type { LimitedCaller } from '../../src/domain/limited-caller.ts';

/** Callers as limits count them, without a server. */

export const limitedMember = (id: string, role: LimitedCaller['role'] = 'admin'): LimitedCaller => ({
  type: 'member',
  firstCreator: id,
  role,
});

/** A key that this member created, or one of its keys. */
export const limitedKey = (creator: string): LimitedCaller => ({
  type: 'api_key',
  firstCreator: creator,
  role: 'admin',
});
