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
