import type { Operation } from './http/operation.ts';
import { addTicketMessage } from './player/add-ticket-message.ts';
import { createTicket } from './player/create-ticket.ts';
import { getPlayerInbox } from './player/get-player-inbox.ts';
import { getTicket } from './player/get-ticket.ts';
import { identifyPlayer } from './player/identify-player.ts';
import { listPlayerTickets } from './player/list-player-tickets.ts';
import { markInboxMessageRead } from './player/mark-inbox-message-read.ts';
import { updateAccount } from './team/accounts/account.ts';
import { createApiKey, deleteApiKey, listApiKeys, takeOverApiKeys } from './team/accounts/api-keys.ts';
import { listAuditEntries } from './team/accounts/audit.ts';
import { createInvitation, deleteInvitation, listInvitations } from './team/accounts/invitations.ts';
import { acceptInvitation, lookAtInvitation } from './team/accounts/join.ts';
import { createPasswordLink, listMembers, updateMember } from './team/accounts/members.ts';
import { getSession, signOut, signOutEverywhere } from './team/accounts/session.ts';
import { signIn } from './team/accounts/sign-in.ts';
import { beginTotp, confirmTotp, endTotp } from './team/accounts/totp.ts';
import { addNote } from './team/add-note.ts';
import { createAnnouncement, deleteAnnouncement, listAnnouncements } from './team/announcements.ts';
import { countTickets } from './team/count-tickets.ts';
import { getTeamTicket } from './team/get-ticket.ts';
import { getTicketFacets } from './team/get-ticket-facets.ts';
import { listTickets } from './team/list-tickets.ts';
import { createMacro, deleteMacro, listMacros, updateMacro } from './team/macros.ts';
import { messagePlayer } from './team/message-player.ts';
import { listInstallations, listTicketsOfPlayer } from './team/player-history.ts';
import { getPlayer, updatePlayer } from './team/players.ts';
import { createProject, getProject, listProjects, updateProject } from './team/projects.ts';
import { replyToTicket } from './team/reply-to-ticket.ts';
import { setPresence } from './team/set-presence.ts';
import { streamEvents } from './team/stream-events.ts';
import { updateTicket } from './team/update-ticket.ts';
import { updateTickets } from './team/update-tickets.ts';

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
  countTickets,
  getTicketFacets,
  updateTickets,
  getTeamTicket,
  updateTicket,
  replyToTicket,
  addNote,
  getPlayer,
  updatePlayer,
  messagePlayer,
  listTicketsOfPlayer,
  listInstallations,
  createMacro,
  listMacros,
  updateMacro,
  deleteMacro,
  createAnnouncement,
  listAnnouncements,
  deleteAnnouncement,
  streamEvents,
  setPresence,
  signIn,
  getSession,
  updateAccount,
  beginTotp,
  confirmTotp,
  endTotp,
  listMembers,
  updateMember,
  createPasswordLink,
  listInvitations,
  createInvitation,
  deleteInvitation,
  lookAtInvitation,
  acceptInvitation,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  takeOverApiKeys,
  listAuditEntries,
  signOut,
  signOutEverywhere,
] as unknown as readonly Operation[];

/**
 * Statements that an operation sends to the database, BEGIN and COMMIT and the one that authenticates not counted; a poll
 * authenticates with its only one. `most` is for what few requests meet: an Idempotency-Key, a full list, unread replies.
 */
export const STATEMENTS: Readonly<Record<string, { readonly usual: number; readonly most: number }>> = {
  IdentifyPlayer: { usual: 1, most: 2 },
  CreateTicket: { usual: 2, most: 5 },
  ListPlayerTickets: { usual: 1, most: 1 },
  GetTicket: { usual: 2, most: 6 },
  AddTicketMessage: { usual: 3, most: 5 },
  GetPlayerInbox: { usual: 1, most: 1 },
  MarkInboxMessageRead: { usual: 1, most: 1 },

  CreateProject: { usual: 2, most: 2 },
  ListProjects: { usual: 1, most: 1 },
  GetProject: { usual: 1, most: 1 },
  UpdateProject: { usual: 2, most: 2 },
  // One more for every 25 projects that are asked for at once.
  ListTickets: { usual: 2, most: 2 },
  CountTickets: { usual: 2, most: 2 },
  GetTicketFacets: { usual: 2, most: 2 },
  // Of one ticket; each further one takes as many again, but for the entry in the audit log.
  UpdateTickets: { usual: 5, most: 10 },
  GetTeamTicket: { usual: 4, most: 4 },
  UpdateTicket: { usual: 11, most: 13 },
  ReplyToTicket: { usual: 7, most: 11 },
  AddNote: { usual: 5, most: 6 },
  GetPlayer: { usual: 1, most: 1 },
  UpdatePlayer: { usual: 3, most: 3 },
  MessagePlayer: { usual: 4, most: 4 },
  ListTicketsOfPlayer: { usual: 2, most: 2 },
  ListInstallations: { usual: 1, most: 2 },
  CreateMacro: { usual: 2, most: 3 },
  ListMacros: { usual: 1, most: 1 },
  UpdateMacro: { usual: 3, most: 4 },
  DeleteMacro: { usual: 3, most: 3 },
  CreateAnnouncement: { usual: 3, most: 3 },
  ListAnnouncements: { usual: 1, most: 1 },
  StreamEvents: { usual: 0, most: 0 },
  SetPresence: { usual: 1, most: 1 },
  DeleteAnnouncement: { usual: 3, most: 3 },

  SignIn: { usual: 4, most: 4 },
  GetSession: { usual: 0, most: 0 },
  UpdateAccount: { usual: 4, most: 4 },
  BeginTotp: { usual: 3, most: 3 },
  ConfirmTotp: { usual: 3, most: 3 },
  EndTotp: { usual: 3, most: 3 },
  ListMembers: { usual: 1, most: 1 },
  // Of a member who loses access; one more where there are keys to suspend.
  UpdateMember: { usual: 9, most: 10 },
  CreatePasswordLink: { usual: 6, most: 6 },
  ListInvitations: { usual: 1, most: 1 },
  CreateInvitation: { usual: 5, most: 5 },
  DeleteInvitation: { usual: 3, most: 3 },
  LookAtInvitation: { usual: 1, most: 1 },
  AcceptInvitation: { usual: 5, most: 5 },
  ListApiKeys: { usual: 1, most: 1 },
  CreateApiKey: { usual: 4, most: 4 },
  // One more where there are keys to suspend.
  DeleteApiKey: { usual: 5, most: 6 },
  // Of one key; each further one takes three more.
  TakeOverApiKeys: { usual: 6, most: 6 },
  ListAuditEntries: { usual: 1, most: 1 },
  SignOut: { usual: 2, most: 2 },
  SignOutEverywhere: { usual: 2, most: 2 },
};
