import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { endedSessionHeaders } from './new-session.ts';

export const signOut = operation({
  id: 'SignOut',
  tag: 'Session',
  summary: 'Sign out',
  method: 'DELETE',
  url: '/api/v1/team/session',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { id, session } = call.caller;
    await audited(call, store, async (tx) => {
      await tx.memberSessions.end(session.session_hash);
      return [undefined, { target: id }];
    });
    live.accessChanged();
    return { status: 204, headers: endedSessionHeaders(call) };
  },
});
