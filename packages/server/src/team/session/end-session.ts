import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { idleSince } from './idle-since.ts';
import { sessionId } from './session-id.ts';

export const endSession = operation({
  id: 'EndSession',
  tag: 'Session',
  summary: 'End one of your sessions',
  description: 'Signs you out in that browser, and forgets the browser.',
  method: 'DELETE',
  url: '/api/v1/team/sessions/:sessionId',
  auth: 'member',
  role: 'viewer',
  audited: true,
  success: { status: 204 },

  async handle(call, { store, config, live }) {
    const { caller, params, now } = call;
    await audited(call, store, async (tx) => {
      const rows = await tx.memberSessions.ofMember(caller.id, { now, idleSince: idleSince(config, now) });
      const row = rows.find(({ session_hash }) => sessionId(session_hash) === params.sessionId);
      if (row === undefined || !(await tx.memberSessions.end(row.session_hash))) throw new AppError('not-found');
      if (row.browser_hash !== null) await tx.knownBrowsers.forget(caller.id, row.browser_hash);
      return [undefined, { target: caller.id }];
    });
    live.accessChanged();
    return { status: 204 };
  },
});
