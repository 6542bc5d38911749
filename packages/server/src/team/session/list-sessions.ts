import { SessionsResponse } from '@player-support/contract/team/session';
import { iso } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { idleSince } from './idle-since.ts';
import { sessionId } from './session-id.ts';

export const listSessions = operation({
  id: 'ListSessions',
  tag: 'Session',
  summary: 'List your sessions',
  description: 'Where you are signed in, newest first.',
  method: 'GET',
  url: '/api/v1/team/sessions',
  auth: 'member',
  role: 'viewer',
  success: { status: 200, schema: SessionsResponse },

  async handle({ caller, now }, { store, config }) {
    const rows = await store.memberSessions.ofMember(caller.id, { now, idleSince: idleSince(config, now) });
    const sessions = rows.map((row) => ({
      id: sessionId(row.session_hash),
      current: row.session_hash === caller.session.session_hash,
      device: row.device,
      address: row.address,
      createdAt: iso(row.created_at),
      lastUsedAt: iso(row.last_used_at ?? row.created_at),
      expiresAt: iso(row.expires_at),
    }));
    return { status: 200, body: { sessions } };
  },
});
