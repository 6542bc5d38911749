import { MarkMentionsReadRequest } from '@player-support/contract/team/mentions';
import { operation } from '../../operations/operation.ts';

/** Mentions per statement. Players' requests wait, so it must be short. */
const BATCH = 500;
/** Statements per request. */
const MAX_BATCHES = 20;

export const markMentionsRead = operation({
  id: 'MarkMentionsRead',
  tag: 'Mentions',
  summary: 'Mark mentions as read',
  description:
    'Those up to a note that you have seen, so that one that arrives meanwhile stays unread. At most 10,000: send the request again for more.',
  method: 'POST',
  url: '/api/v1/team/mentions/read',
  auth: 'member',
  role: 'viewer',
  body: MarkMentionsReadRequest,
  success: { status: 204 },

  async handle({ caller, body: { lastSeenMessageId, ticketId = '' }, now }, { store, live }) {
    const marked = { memberId: caller.id, until: lastSeenMessageId, ticketId, now, limit: BATCH };
    let count = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const inBatch = await store.mentions.markRead(marked);
      count += inBatch;
      if (inBatch < BATCH) break;
    }
    if (count > 0) live.mentionsChanged(caller.id);
    return { status: 204 };
  },
});
