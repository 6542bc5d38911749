import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { endedSessionHeaders } from './new-session.ts';

export const signOutEverywhere = operation({
  id: 'SignOutEverywhere',
  tag: 'Session',
  summary: 'Sign out everywhere',
  description: 'Ends all your sessions, including this one, and forgets all your browsers.',
  method: 'DELETE',
  url: '/api/v1/team/sessions',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { id } = call.caller;
    await audited(call, store, async (tx) => {
      await tx.memberSessions.endAll(id);
      await tx.knownBrowsers.forgetOthers(id, '');
      return [undefined, { target: id }];
    });
    live.accessChanged();
    return { status: 204, headers: endedSessionHeaders(call) };
  },
});
