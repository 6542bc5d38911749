import { SessionResponse } from '@player-support/contract/accounts';
import { operation } from '../../http/operation.ts';
import { problems } from '../../http/problem-schemas.ts';
import { audited } from '../audited.ts';
import { endedSession } from './new-session.ts';
import { presentSession } from './present.ts';

export const getSession = operation({
  id: 'GetSession',
  summary: 'Who is signed in, and until when',
  method: 'GET',
  url: '/api/v1/team/session',
  auth: 'member',
  role: 'viewer',
  success: { status: 200, schema: SessionResponse },
  failures: problems(401, 429),

  async handle({ caller: { session } }) {
    return { status: 200, body: presentSession(session, session.expires_at) };
  },
});

export const signOut = operation({
  id: 'SignOut',
  summary: 'End the session',
  method: 'DELETE',
  url: '/api/v1/team/session',
  auth: 'member',
  role: 'viewer',
  success: { status: 204 },
  failures: problems(401, 403, 429),

  async handle(call, { store, live }) {
    const { id, session } = call.caller;
    await audited(call, store, async (tx) => {
      await tx.memberSessions.end(session.session_hash);
      return [undefined, { target: id }];
    });
    live.accessChanged();
    return { status: 204, headers: endedSession(call) };
  },
});

export const signOutEverywhere = operation({
  id: 'SignOutEverywhere',
  summary: 'End every session of the member, this one included',
  method: 'DELETE',
  url: '/api/v1/team/sessions',
  auth: 'member',
  role: 'viewer',
  success: { status: 204 },
  failures: problems(401, 403, 429),

  async handle(call, { store, live }) {
    const { id } = call.caller;
    await audited(call, store, async (tx) => {
      await tx.memberSessions.endAll(id);
      return [undefined, { target: id }];
    });
    live.accessChanged();
    return { status: 204, headers: endedSession(call) };
  },
});
