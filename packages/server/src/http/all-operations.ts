import type { Operation } from '../operations/operation.ts';
import { addTicketMessage } from '../player/add-ticket-message.ts';
import { answerQuestion } from '../player/answer-question.ts';
import { createSupportCode } from '../player/create-support-code.ts';
import { createTicket } from '../player/create-ticket.ts';
import { createUpload } from '../player/create-upload.ts';
import { deleteUpload } from '../player/delete-upload.ts';
import { getAttachmentFile } from '../player/get-attachment-file.ts';
import { getPlayerInbox } from '../player/get-player-inbox.ts';
import { getTicket } from '../player/get-ticket.ts';
import { getTicketTypes } from '../player/get-ticket-types.ts';
import { getUpload } from '../player/get-upload.ts';
import { identifyPlayer } from '../player/identify-player.ts';
import { linkPlayer } from '../player/link-player.ts';
import { listPlayerKnownIssues } from '../player/list-player-known-issues.ts';
import { listPlayerTickets } from '../player/list-player-tickets.ts';
import { listQuestions } from '../player/list-questions.ts';
import { markInboxMessageRead } from '../player/mark-inbox-message-read.ts';
import { sendPart } from '../player/send-part.ts';
import { subscribeToKnownIssue } from '../player/subscribe-to-known-issue.ts';
import { unlinkPlayer } from '../player/unlink-player.ts';
import { uploadAttachment } from '../player/upload-attachment.ts';
import { useSupportCode } from '../player/use-support-code.ts';
import { beginTotp } from '../team/account/begin-totp.ts';
import { confirmTotp } from '../team/account/confirm-totp.ts';
import { endTotp } from '../team/account/end-totp.ts';
import { getNews } from '../team/account/get-news.ts';
import { getNotificationSettings } from '../team/account/get-notification-settings.ts';
import { sendTestNotification } from '../team/account/send-test-notification.ts';
import { updateAccount } from '../team/account/update-account.ts';
import { updateNotificationSettings } from '../team/account/update-notification-settings.ts';
import { countAudience } from '../team/announcements/count-audience.ts';
import { createAnnouncement } from '../team/announcements/create-announcement.ts';
import { deleteAnnouncement } from '../team/announcements/delete-announcement.ts';
import { getAnnouncementReach } from '../team/announcements/get-announcement-reach.ts';
import { listAnnouncements } from '../team/announcements/list-announcements.ts';
import { retractAnnouncement } from '../team/announcements/retract-announcement.ts';
import { updateAnnouncement } from '../team/announcements/update-announcement.ts';
import { createApiKey } from '../team/api-keys/create-api-key.ts';
import { deleteApiKey } from '../team/api-keys/delete-api-key.ts';
import { listApiKeys } from '../team/api-keys/list-api-keys.ts';
import { takeOverApiKeys } from '../team/api-keys/take-over-api-keys.ts';
import { exportAuditLog } from '../team/audit/export-audit-log.ts';
import { listAuditEntries } from '../team/audit/list-audit-entries.ts';
import { streamEvents } from '../team/events/stream-events.ts';
import { getForm } from '../team/forms/get-form.ts';
import { setForm } from '../team/forms/set-form.ts';
import { deleteHeldTickets } from '../team/held-tickets/delete-held-tickets.ts';
import { getHeldTickets } from '../team/held-tickets/get-held-tickets.ts';
import { releaseHeldTickets } from '../team/held-tickets/release-held-tickets.ts';
import { deleteIdentity } from '../team/identity/delete-identity.ts';
import { getIdentity } from '../team/identity/get-identity.ts';
import { setIdentity } from '../team/identity/set-identity.ts';
import { acceptInvitation } from '../team/invitations/accept-invitation.ts';
import { createInvitation } from '../team/invitations/create-invitation.ts';
import { deleteInvitation } from '../team/invitations/delete-invitation.ts';
import { listInvitations } from '../team/invitations/list-invitations.ts';
import { lookAtInvitation } from '../team/invitations/look-at-invitation.ts';
import { answerKnownIssue } from '../team/known-issues/answer-known-issue.ts';
import { cancelAnswer } from '../team/known-issues/cancel-answer.ts';
import { createKnownIssue } from '../team/known-issues/create-known-issue.ts';
import { deleteKnownIssue } from '../team/known-issues/delete-known-issue.ts';
import { getKnownIssue } from '../team/known-issues/get-known-issue.ts';
import { getKnownIssueReports } from '../team/known-issues/get-known-issue-reports.ts';
import { listKnownIssues } from '../team/known-issues/list-known-issues.ts';
import { listSuggestedKnownIssues } from '../team/known-issues/list-suggested-known-issues.ts';
import { listSuggestedTickets } from '../team/known-issues/list-suggested-tickets.ts';
import { listUnansweredTickets } from '../team/known-issues/list-unanswered-tickets.ts';
import { previewAnswer } from '../team/known-issues/preview-answer.ts';
import { updateKnownIssue } from '../team/known-issues/update-known-issue.ts';
import { createMacro } from '../team/macros/create-macro.ts';
import { deleteMacro } from '../team/macros/delete-macro.ts';
import { listMacros } from '../team/macros/list-macros.ts';
import { updateMacro } from '../team/macros/update-macro.ts';
import { createPasswordLink } from '../team/members/create-password-link.ts';
import { deleteMemberWebhook } from '../team/members/delete-member-webhook.ts';
import { listMembers } from '../team/members/list-members.ts';
import { updateMember } from '../team/members/update-member.ts';
import { listMentions } from '../team/mentions/list-mentions.ts';
import { markMentionsRead } from '../team/mentions/mark-mentions-read.ts';
import { deleteNoticeText } from '../team/notices/delete-notice-text.ts';
import { listNotices } from '../team/notices/list-notices.ts';
import { setNoticeText } from '../team/notices/set-notice-text.ts';
import { getSignInOptions } from '../team/oidc/get-sign-in-options.ts';
import { addPasskey } from '../team/passkeys/add-passkey.ts';
import { beginPasskey } from '../team/passkeys/begin-passkey.ts';
import { beginPasskeySignIn } from '../team/passkeys/begin-passkey-sign-in.ts';
import { endPasskey } from '../team/passkeys/end-passkey.ts';
import { listPasskeys } from '../team/passkeys/list-passkeys.ts';
import { signInWithPasskey } from '../team/passkeys/sign-in-with-passkey.ts';
import { getPlayerData } from '../team/player-data/get-player-data.ts';
import { getPlayerDataSettings } from '../team/player-data/get-player-data-settings.ts';
import { testPlayerData } from '../team/player-data/test-player-data.ts';
import { updatePlayerDataSettings } from '../team/player-data/update-player-data-settings.ts';
import { endLink } from '../team/players/end-link.ts';
import { getPlayer } from '../team/players/get-player.ts';
import { listAnnouncementsOfPlayer } from '../team/players/list-announcements-of-player.ts';
import { listInstallations } from '../team/players/list-installations.ts';
import { listLinkedInstallations } from '../team/players/list-linked-installations.ts';
import { listPlayers } from '../team/players/list-players.ts';
import { listTicketsOfPlayer } from '../team/players/list-tickets-of-player.ts';
import { messagePlayer } from '../team/players/message-player.ts';
import { returnTickets } from '../team/players/return-tickets.ts';
import { updatePlayer } from '../team/players/update-player.ts';
import { createProject } from '../team/projects/create-project.ts';
import { getProject } from '../team/projects/get-project.ts';
import { listProjects } from '../team/projects/list-projects.ts';
import { updateProject } from '../team/projects/update-project.ts';
import { getRadar } from '../team/radar/get-radar.ts';
import { searchTickets } from '../team/search/search-tickets.ts';
import { endSession } from '../team/session/end-session.ts';
import { getSession } from '../team/session/get-session.ts';
import { listSessions } from '../team/session/list-sessions.ts';
import { signIn } from '../team/session/sign-in.ts';
import { signOut } from '../team/session/sign-out.ts';
import { signOutEverywhere } from '../team/session/sign-out-everywhere.ts';
import { getTeamSettings } from '../team/settings/get-team-settings.ts';
import { updateTeamSettings } from '../team/settings/update-team-settings.ts';
import { listTags } from '../team/tags/list-tags.ts';
import { updateTag } from '../team/tags/update-tag.ts';
import { addNote } from '../team/tickets/add-note.ts';
import { countTickets } from '../team/tickets/count-tickets.ts';
import { exportTickets } from '../team/tickets/export-tickets.ts';
import { getTeamTicket } from '../team/tickets/get-team-ticket.ts';
import { getTicketFacets } from '../team/tickets/get-ticket-facets.ts';
import { issueSupportCode } from '../team/tickets/issue-support-code.ts';
import { listTickets } from '../team/tickets/list-tickets.ts';
import { markTicketSeen } from '../team/tickets/mark-ticket-seen.ts';
import { mergeTicket } from '../team/tickets/merge-ticket.ts';
import { offerNextTicket } from '../team/tickets/offer-next-ticket.ts';
import { replyToTicket } from '../team/tickets/reply-to-ticket.ts';
import { setPresence } from '../team/tickets/set-presence.ts';
import { unmergeTicket } from '../team/tickets/unmerge-ticket.ts';
import { updateTicket } from '../team/tickets/update-ticket.ts';
import { updateTickets } from '../team/tickets/update-tickets.ts';
import { uploadTicketAttachment } from '../team/tickets/upload-ticket-attachment.ts';
import { countViews } from '../team/views/count-views.ts';
import { createView } from '../team/views/create-view.ts';
import { deleteView } from '../team/views/delete-view.ts';
import { listViews } from '../team/views/list-views.ts';
import { reorderViews } from '../team/views/reorder-views.ts';
import { updateView } from '../team/views/update-view.ts';

/** The player API, in the order of the specification. */
export const playerOperations: readonly Operation[] = [
  identifyPlayer,
  createTicket,
  listPlayerTickets,
  getTicket,
  addTicketMessage,
  getPlayerInbox,
  markInboxMessageRead,
];

/**
 * Player operations beyond the specification. They follow the same rules, and have an OpenAPI
 * document of their own.
 */
export const playerExtensions: readonly Operation[] = [
  getTicketTypes,
  listPlayerKnownIssues,
  subscribeToKnownIssue,
  listQuestions,
  answerQuestion,
  uploadAttachment,
  createUpload,
  sendPart,
  getUpload,
  deleteUpload,
  getAttachmentFile,
  linkPlayer,
  unlinkPlayer,
  createSupportCode,
  useSupportCode,
];

/** Operations of the specification that have properties of extensions. */
export const extendedOperations: readonly Operation[] = [createTicket, addTicketMessage, getTicket];

/** The team API. */
export const teamOperations: readonly Operation[] = [
  createProject,
  listProjects,
  getProject,
  updateProject,
  getPlayerDataSettings,
  updatePlayerDataSettings,
  testPlayerData,
  getForm,
  setForm,
  getIdentity,
  setIdentity,
  deleteIdentity,
  listNotices,
  setNoticeText,
  deleteNoticeText,
  listTickets,
  exportTickets,
  searchTickets,
  countTickets,
  offerNextTicket,
  getTicketFacets,
  updateTickets,
  getHeldTickets,
  releaseHeldTickets,
  deleteHeldTickets,
  getTeamTicket,
  updateTicket,
  mergeTicket,
  unmergeTicket,
  replyToTicket,
  addNote,
  uploadTicketAttachment,
  issueSupportCode,
  getPlayer,
  getPlayerData,
  updatePlayer,
  messagePlayer,
  listTicketsOfPlayer,
  listAnnouncementsOfPlayer,
  listInstallations,
  listLinkedInstallations,
  endLink,
  returnTickets,
  listPlayers,
  createKnownIssue,
  listKnownIssues,
  getRadar,
  getKnownIssue,
  getKnownIssueReports,
  updateKnownIssue,
  deleteKnownIssue,
  listSuggestedTickets,
  listSuggestedKnownIssues,
  listUnansweredTickets,
  previewAnswer,
  answerKnownIssue,
  cancelAnswer,
  createMacro,
  listViews,
  countViews,
  createView,
  updateView,
  deleteView,
  reorderViews,
  listMacros,
  updateMacro,
  deleteMacro,
  listTags,
  updateTag,
  listMentions,
  markMentionsRead,
  createAnnouncement,
  listAnnouncements,
  updateAnnouncement,
  retractAnnouncement,
  getAnnouncementReach,
  countAudience,
  deleteAnnouncement,
  streamEvents,
  markTicketSeen,
  setPresence,
  getSignInOptions,
  signIn,
  beginPasskeySignIn,
  signInWithPasskey,
  getSession,
  listSessions,
  endSession,
  updateAccount,
  beginTotp,
  confirmTotp,
  endTotp,
  beginPasskey,
  addPasskey,
  listPasskeys,
  endPasskey,
  getNotificationSettings,
  updateNotificationSettings,
  sendTestNotification,
  getNews,
  getTeamSettings,
  updateTeamSettings,
  listMembers,
  updateMember,
  createPasswordLink,
  deleteMemberWebhook,
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
  exportAuditLog,
  signOut,
  signOutEverywhere,
];

export const allOperations: readonly Operation[] = [...playerOperations, ...playerExtensions, ...teamOperations];
