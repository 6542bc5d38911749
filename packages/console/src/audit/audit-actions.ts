/** The ids of the operations and commands that the audit log contains, and of refused requests. */
export const AUDITED_OPERATIONS = [
  'SignIn',
  'OidcSignIn',
  'OidcRecheck',
  'OidcLogout',
  'SignOut',
  'SignOutEverywhere',
  'AcceptInvitation',
  'UpdateAccount',
  'UpdateNotificationSettings',
  'BeginTotp',
  'ConfirmTotp',
  'EndTotp',
  'EndSession',
  'AddPasskey',
  'EndPasskey',
  'SignInWithPasskey',
  'UpdateTeamSettings',
  'UpdateMember',
  'DeleteMemberWebhook',
  'CreatePasswordLink',
  'CreateInvitation',
  'DeleteInvitation',
  'CreateApiKey',
  'DeleteApiKey',
  'TakeOverApiKeys',
  'CreateProject',
  'UpdateProject',
  'UpdatePlayerDataSettings',
  'SetForm',
  'SetIdentity',
  'DeleteIdentity',
  'SetNoticeText',
  'DeleteNoticeText',
  'ReplyToTicket',
  'AddNote',
  'UpdateTicket',
  'UpdateTickets',
  'ExportTickets',
  'MergeTicket',
  'UnmergeTicket',
  'ReleaseHeldTickets',
  'DeleteHeldTickets',
  'StormBegan',
  'StormEnded',
  'UpdatePlayer',
  'MessagePlayer',
  'LinkPlayer',
  'UnlinkPlayer',
  'EndLink',
  'ReturnTickets',
  'UseSupportCode',
  'IssueSupportCode',
  'CreateKnownIssue',
  'UpdateKnownIssue',
  'DeleteKnownIssue',
  'AnswerKnownIssue',
  'CancelAnswer',
  'CreateMacro',
  'UpdateMacro',
  'DeleteMacro',
  'UpdateTag',
  'CreateView',
  'UpdateView',
  'DeleteView',
  'CreateAnnouncement',
  'UpdateAnnouncement',
  'RetractAnnouncement',
  'DeleteAnnouncement',
  'RotateSecretKey',
  'ResetSecretKey',
  'RefusedRequest',
] as const;

/**
 * The key of the text for an action with these details. Undefined if the console has no text for it
 * yet.
 */
export function actionKey(action: string, { blocked, failed }: Readonly<Record<string, unknown>> = {}) {
  if (typeof failed === 'string') return action === 'OidcRecheck' ? 'audit.ended' : 'audit.failed';
  // One operation for both, of which the filter knows only the id.
  if (action === 'UpdatePlayer' && typeof blocked === 'boolean') return blocked ? 'audit.blocked' : 'audit.unblocked';
  const operation = AUDITED_OPERATIONS.find((one) => one === action);
  return operation && (`audit.${operation}` as const);
}

/** An action in words, from the id of its operation: "UpdateMacro" is "update macro". */
export function actionInWords(action: string): string {
  return action.replace(/(?!^)(?=[A-Z])/g, ' ').toLowerCase();
}
