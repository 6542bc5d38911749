import { SessionResponse } from '@player-support/contract/team/session';
import { operation } from '../../operations/operation.ts';
import { presentSession } from './present-session.ts';

export const getSession = operation({
  id: 'GetSession',
  tag: 'Session',
  summary: 'Get the current session',
  description: 'The signed-in member, and when the session ends.',
  method: 'GET',
  url: '/api/v1/team/session',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  success: { status: 200, schema: SessionResponse },

  async handle({ caller: { session } }) {
    return { status: 200, body: presentSession(session) };
  },
});
