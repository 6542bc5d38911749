import { TeamEventStream } from '@player-support/contract/team/events';
import { operation } from '../../operations/operation.ts';

export const streamEvents = operation({
  id: 'StreamEvents',
  tag: 'Live updates',
  summary: 'Stream changes',
  description: 'The change feed, as server-sent events.',
  method: 'GET',
  url: '/api/v1/team/events',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: TeamEventStream, type: 'text/event-stream' },

  async handle({ caller, head, lastEventId, reauthenticate }, { live }) {
    if (head) return { status: 200 };
    return { status: 200, body: live.open(caller, lastEventId, reauthenticate).readable };
  },
});
