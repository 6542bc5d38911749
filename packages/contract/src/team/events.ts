import { type Static, Type } from 'typebox';
import { PRESENCE_STATES } from '../enums.ts';
import { ClosedObject, Enum, Text } from '../schema.ts';

/**
 * The stream of server-sent events at `/api/v1/team/events`. An event says that something changed, not what it is now:
 * whoever shows it asks again. Its id resumes the stream (`Last-Event-ID`); where that cannot be done without a gap,
 * a `reset` comes first. Besides there is a `beat` without anything in it every 15 seconds at the latest: a stream in
 * which nothing came for much longer is dead.
 */
export interface TeamEvents {
  /** Everything may have changed. */
  reset: Record<never, never>;
  /** A ticket was created, or something in it changed. Without a ticket: many of the project did. */
  ticket: { projectId: string; ticketId: string | null };
  /** Who is on a ticket now. */
  presence: { projectId: string; ticketId: string; present: Presence[] };
  /** Members with their invitations, API keys, macros, projects or announcements changed. */
  settings: { what: 'members' | 'api-keys' | 'macros' | 'projects' | 'announcements' };
}

export interface Presence {
  memberId: string;
  name: string;
  state: 'viewing' | 'writing';
}

export const TeamEventStream = Type.String({
  description:
    'Server-sent events without end: `reset`, `ticket`, `presence` and `settings`, each with an object as data that says what changed. Ask again for what is shown. And a `beat` every 15 seconds at the latest: where none comes, the connection is dead.',
});

export const SetPresenceRequest = ClosedObject({
  ticketId: Text({ max: 200 }),
  state: Enum(PRESENCE_STATES, 'Said again every 15 seconds; forgotten after 40 without.'),
});
export type SetPresenceRequest = Static<typeof SetPresenceRequest>;
