import { MarkInboxReadResponse } from '@player-support/contract/player';
import { audienceOf, hasStarted } from '../domain/announcements.ts';
import { isInAudience } from '../domain/audience.ts';
import { parseContext } from '../domain/context.ts';
import { isId } from '../domain/ids.ts';
import { iso } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Player } from '../operations/callers.ts';
import type { Context } from '../operations/context.ts';
import { operation } from '../operations/operation.ts';
import { tokenRefused } from '../operations/unauthorized.ts';

export const markInboxMessageRead = operation({
  id: 'MarkInboxMessageRead',
  tag: 'Inbox',
  summary: 'Mark an inbox message as read',
  description: 'A repeated request changes nothing.',
  method: 'POST',
  url: '/api/v1/player/inbox/:messageId/read',
  auth: 'player',
  limits: ['read'],
  success: { status: 200, schema: MarkInboxReadResponse },

  // A read message needs no write. Announcements are always written.
  readWithSession: ({ caller, params }, { store }) => store.playerReads.inboxReadAt(caller, params.messageId),

  async handle({ caller, params, data, now }, service) {
    const { messageId } = params;
    // The request that marked it may still wait for its sync.
    if (data !== null) await service.store.waitUntilDurable();
    const readAt =
      data ??
      (isId('announcement', messageId)
        ? await markAnnouncementRead(caller, messageId, service, now)
        : await service.store.inbox.markRead(caller.session.player_id, messageId, now));
    if (readAt === undefined) throw await notFound(caller, service);
    return { status: 200, body: { ok: true, readAt: iso(readAt) } };
  },
});

/** 404, or 401 if the installation was linked: its account has the message. */
async function notFound({ session }: Player, { store }: Context): Promise<AppError> {
  const { player_id: id, token_hash: tokenHash } = session;
  const now = await store.players.session({ id, tokenHash });
  return now?.token_hash === tokenHash ? new AppError('not-found') : tokenRefused();
}

/**
 * Marks it as read, also if ended. Returns the first time. Undefined: missing, not started or for
 * others.
 */
async function markAnnouncementRead(
  { session, project, announcements }: Player,
  id: string,
  { store }: Context,
  now: number,
): Promise<number | undefined> {
  const playerId = session.player_id;
  // Another node may have created it after this node filled its cache.
  const announcement = announcements.byId(id) ?? (await store.announcements.byId(id));
  if (announcement?.project_id !== project.project_id || !hasStarted(announcement, now)) return undefined;
  const audience = audienceOf(announcement);
  if (audience !== null) {
    const { knownIssueId } = audience;
    const reader = await store.playerReads.recipient(playerId, knownIssueId === undefined ? [] : [knownIssueId]);
    const isFor = reader && isInAudience(audience, { ...reader, context: parseContext(reader.context) });
    if (!isFor) return undefined;
  }
  return store.announcements.markRead(playerId, id, store.inbox.noteTold(now));
}
