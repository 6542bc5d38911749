import { Type } from 'typebox';
import { PRESENCE_STATES } from '../enums.ts';
import { ClosedObject, Enum, Named, Text } from '../schema.ts';

/**
 * Says what changed: the client loads it. `Last-Event-ID` resumes the stream. `reset`: events were
 * lost. `beat`: at least every 15 seconds; much longer silence means a dead connection.
 */
export interface TeamEvents {
  /** Everything may have changed. */
  reset: Record<never, never>;
  /** New or changed. Without a ticket id: many tickets of the project. */
  ticket: { projectId: string; ticketId: string | null };
  /** The members who have the ticket open. */
  presence: { projectId: string; ticketId: string; present: Presence[] };
  /** Of the member who reads the feed. */
  mentions: { memberId: string };
  /** The member has seen the ticket, and alone gets the event. */
  seen: { projectId: string; ticketId: string; memberId: string };
  /**
   * Invitations belong to `members`. With `memberId`, only this member gets it, such as for a
   * private view.
   */
  settings: {
    what:
      | 'members'
      | 'api-keys'
      | 'macros'
      | 'notices'
      | 'projects'
      | 'announcements'
      | 'known-issues'
      | 'tags'
      | 'radar'
      | 'views';
    memberId?: string;
  };
}

export interface Presence {
  memberId: string;
  name: string;
  state: 'viewing' | 'writing';
}

export const TeamEventStream = Type.String({
  description:
    'An endless stream of server-sent events: `reset`, `ticket`, `presence`, `mentions`, `seen` and `settings`. The data of each is a JSON object that says what changed. Then load the new values. A `beat` follows at least every 15 seconds. Without it, the connection is dead.',
});

export const PresenceState = Named('PresenceState', Enum(PRESENCE_STATES));

export const SetPresenceRequest = ClosedObject('SetPresenceRequest', {
  ticketId: Text({ max: 200 }),
  state: PresenceState,
});
