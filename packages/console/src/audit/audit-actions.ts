/** The operations that are written down, as the log names them. */
export const AUDITED = [
  'SignIn',
  'SignOut',
  'SignOutEverywhere',
  'AcceptInvitation',
  'UpdateAccount',
  'BeginTotp',
  'ConfirmTotp',
  'EndTotp',
  'UpdateMember',
  'CreatePasswordLink',
  'CreateInvitation',
  'DeleteInvitation',
  'CreateApiKey',
  'DeleteApiKey',
  'TakeOverApiKeys',
  'CreateProject',
  'UpdateProject',
  'ReplyToTicket',
  'AddNote',
  'UpdateTicket',
  'UpdateTickets',
  'UpdatePlayer',
  'MessagePlayer',
  'CreateMacro',
  'UpdateMacro',
  'DeleteMacro',
  'CreateAnnouncement',
  'DeleteAnnouncement',
] as const;

/** The text for an action; undefined for one that this console does not know. */
export function actionKey(action: string) {
  const known = AUDITED.find((one) => one === action);
  return known && (`audit.${known}` as const);
}
