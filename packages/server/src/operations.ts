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
