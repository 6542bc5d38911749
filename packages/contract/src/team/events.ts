import { Type } from 'typebox';
import { PRESENCE_STATES } from '../enums.ts';
import { ClosedObject, Enum, Named, Text } from '../schema.ts';

/**
 * The events of the change feed at `/api/v1/team/events`. An event says what changed. The client
 * then loads the new value. The id of an event resumes the stream (`Last-Event-ID`). If events were
 * lost, the stream starts with a `reset`. A `beat` without content follows at least every 15
 * seconds. If a stream is silent for much longer, its connection is dead.
 */
export interface TeamEvents {
  /** Everything may have changed. */
  reset: Record<never, never>;
  /** A ticket is new or changed. Without a ticket id, many tickets of the project changed. */
  ticket: { projectId: string; ticketId: string | null };
  /** The members who have the ticket open now. */
  presence: { projectId: string; ticketId: string; present: Presence[] };
  /** The mentions of the member who reads the feed changed. */
  mentions: { memberId: string };
  /** The member has seen this ticket. Only this member gets the event. */
  seen: { projectId: string; ticketId: string; memberId: string };
  /**
   * Settings changed. Invitations belong to `members`. With `memberId`, something of this member
   * alone changed, such as a private view, and only this member gets the event.
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
