import type { Access } from '../domain/access.ts';
import type { ProjectAnnouncements } from '../domain/announcements.ts';
import type { CountedCaller } from '../domain/counted-caller.ts';
import type { StoredAnnouncement } from '../store/announcements.ts';
import type { SessionAndMember } from '../store/member-sessions.ts';
import type { PlayerSession } from '../store/player-reads.ts';
import type { ProjectRow } from '../store/tables.ts';
import { unauthorized } from './unauthorized.ts';

/** Authenticated by an access token. */
export interface Player<S extends PlayerSession = PlayerSession> {
  readonly session: S;
  readonly project: ProjectRow;
  /** Of the project, not ended. */
  readonly announcements: ProjectAnnouncements<StoredAnnouncement>;
}

/** A member with a session, or an API key. */
export interface TeamCaller extends Access, CountedCaller {
  readonly id: string;
  readonly name: string;
}

export interface MemberCaller extends TeamCaller {
  readonly session: SessionAndMember;
}

export const isMember = (caller: TeamCaller): caller is MemberCaller => caller.type === 'member';

/** The public key must match the project of the player's token. Throws AppError `unauthorized`. */
export function requireOwnProject({ project }: Player, publicKey: unknown): void {
  if (publicKey !== project.public_key) {
    throw unauthorized('projectPublicKey is missing, or not that of the project of this token.', 'invalid_token');
  }
}
