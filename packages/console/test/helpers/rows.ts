import type { QueueRow } from '../../src/data/queue/queue-rows.ts';

/** Open, created and waiting since this minute, due an hour later. */
export function aRow(id: string, minute: number, more: Partial<QueueRow> = {}): QueueRow {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return {
    id,
    number: null,
    projectId: 'prj',
    playerId: 'ply',
    userId: null,
    verified: false,
    playerBlocked: false,
    type: 'bug',
    status: 'open',
    held: false,
    snooze: null,
    subject: id,
    lastMessagePreview: null,
    lastMessageAt: at,
    attentionSince: at,
    mergedInto: null,
    knownIssue: null,
    dueAt: new Date(Date.UTC(2026, 0, 1, 1, minute)).toISOString(),
    createdAt: at,
    assigneeId: null,
    priority: 'normal',
    tags: [],
    platform: null,
    appVersion: null,
    locale: null,
    ...more,
  };
}
