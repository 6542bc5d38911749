import type { Operation } from './http/operation.ts';
import { addTicketMessage } from './player/add-ticket-message.ts';
import { createTicket } from './player/create-ticket.ts';
import { getPlayerInbox } from './player/get-player-inbox.ts';
import { getTicket } from './player/get-ticket.ts';
import { identifyPlayer } from './player/identify-player.ts';
import { listPlayerTickets } from './player/list-player-tickets.ts';
import { markInboxMessageRead } from './player/mark-inbox-message-read.ts';
import { addNote } from './team/add-note.ts';
import { createAnnouncement, deleteAnnouncement, listAnnouncements } from './team/announcements.ts';
import { getTeamTicket } from './team/get-ticket.ts';
import { listTickets } from './team/list-tickets.ts';
import { messagePlayer } from './team/message-player.ts';
import { getPlayer, updatePlayer } from './team/players.ts';
import { createProject, getProject, listProjects, updateProject } from './team/projects.ts';
import { replyToTicket } from './team/reply-to-ticket.ts';
import { updateTicket } from './team/update-ticket.ts';

/** The player API, in the order of the specification. */
export const playerOperations = [
  identifyPlayer,
  createTicket,
  listPlayerTickets,
  getTicket,
  addTicketMessage,
  getPlayerInbox,
  markInboxMessageRead,
] as unknown as readonly Operation[];

export const teamOperations = [
  createProject,
  listProjects,
  getProject,
  updateProject,
  listTickets,
  getTeamTicket,
  updateTicket,
  replyToTicket,
  addNote,
  getPlayer,
  updatePlayer,
  messagePlayer,
  createAnnouncement,
  listAnnouncements,
  deleteAnnouncement,
] as unknown as readonly Operation[];

/**
 * Statements that an operation sends to the database, BEGIN and COMMIT and the one that authenticates not counted; a poll
 * authenticates with its only one. `most` is for what few requests meet: an Idempotency-Key, a full list, unread replies.
 */
export const STATEMENTS: Readonly<Record<string, { readonly usual: number; readonly most: number }>> = {
  IdentifyPlayer: { usual: 1, most: 1 },
  CreateTicket: { usual: 2, most: 5 },
  ListPlayerTickets: { usual: 1, most: 1 },
  GetTicket: { usual: 2, most: 6 },
  AddTicketMessage: { usual: 3, most: 5 },
  GetPlayerInbox: { usual: 1, most: 1 },
  MarkInboxMessageRead: { usual: 1, most: 1 },

  CreateProject: { usual: 1, most: 1 },
  ListProjects: { usual: 1, most: 1 },
  GetProject: { usual: 1, most: 1 },
  // The last one tells other nodes, as with announcements.
  UpdateProject: { usual: 2, most: 2 },
  // One more for every 25 projects that are asked for at once.
  ListTickets: { usual: 1, most: 2 },
  GetTeamTicket: { usual: 3, most: 3 },
  UpdateTicket: { usual: 8, most: 8 },
  ReplyToTicket: { usual: 6, most: 6 },
  AddNote: { usual: 2, most: 2 },
  GetPlayer: { usual: 1, most: 1 },
  UpdatePlayer: { usual: 1, most: 1 },
  MessagePlayer: { usual: 3, most: 3 },
  CreateAnnouncement: { usual: 3, most: 3 },
  ListAnnouncements: { usual: 1, most: 1 },
  DeleteAnnouncement: { usual: 3, most: 3 },
};
