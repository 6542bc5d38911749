/** The fixed words of the team API. Apart from the schemas, so that a web page can use them without a schema library. */
export const TICKET_STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** `mine` and `unassigned` are of tickets that are open or pending. */
export const TICKET_VIEWS = [
  'attention',
  'mine',
  'unassigned',
  'open',
  'pending',
  'resolved',
  'closed',
  'all',
] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** From the least to the most urgent. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** From the least to the most that one may do; each may do what those before it may. */
export const ROLES = ['viewer', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What happened to a ticket beside its messages. */
export const TICKET_EVENT_KINDS = ['status', 'assignee', 'priority', 'tags'] as const;
export type TicketEventKind = (typeof TICKET_EVENT_KINDS)[number];

/** How a member is on a ticket. */
export const PRESENCE_STATES = ['viewing', 'writing', 'gone'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];
