import type { OpenApiParameter } from './openapi.ts';
import type { JsonSchema, ResolvedOperation } from './resolved-operation.ts';

/** Name, example, and where the value comes from. */
export const CURL_VARIABLES = [
  ['URL', 'https://support.example.com', 'the address of this server'],
  ['PROJECT', 'ppk_...', 'the public key of a project; console: Settings, Projects'],
  ['INSTALLATION', '...', 'a random id, such as from uuidgen. It is the player: keep it'],
  ['TOKEN', '...', 'playerAccessToken from the response of IdentifyPlayer'],
  ['TEAM_KEY', 'psk_...', 'an API key; console: Settings, API keys'],
  ['EMAIL', 'ada@studio.example', 'the e-mail address of a member'],
  ['PASSWORD', "'...'", "that member's password"],
  ['CODE', '123456', 'a code of the authenticator app'],
  ['FILE', 'screenshot.png', 'a file on your machine'],
  ['EXPIRES', '...', 'from the url of an attachment, in the response of GetTicket'],
  ['FILE_SIGNATURE', '...', 'its signature'],
  ['INVITATION', 'inv_...', 'the part of an invitation link after #'],
  ['IDENTITY_TOKEN', 'eyJ...', 'a token that the backend of the game signed'],
  ['SUPPORT_CODE', '...', 'a code from CreateSupportCode or IssueSupportCode'],
  ['CREDENTIAL', '...', 'the id of a passkey, from navigator.credentials'],
  ['CLIENT_DATA', '...', 'its response.clientDataJSON'],
  ['ATTESTATION', '...', 'its response.attestationObject'],
  ['AUTHENTICATOR_DATA', '...', 'its response.authenticatorData'],
  ['SIGNATURE', '...', 'its response.signature'],
] as const;

/** By name. `$NAME` is a shell variable. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  projectPublicKey: '$PROJECT',
  installationId: '$INSTALLATION',
  userId: 'user-1',
  type: 'bug',
  subject: 'Stuck',
  message: 'Hello from curl.',
  title: 'Maintenance',
  body: 'Tonight from 9 to 10 UTC.',
  status: 'resolved',
  role: 'viewer',
  email: '$EMAIL',
  password: '$PASSWORD',
  code: '$CODE',
  token: '$INVITATION',
  clientDataJSON: '$CLIENT_DATA',
  attestationObject: '$ATTESTATION',
  authenticatorData: '$AUTHENTICATOR_DATA',
  signature: '$SIGNATURE',
  transports: 'internal',
  identityToken: '$IDENTITY_TOKEN',
  tag: 'crash',
  newTag: 'crash-on-start',
  notice: 'ticket-resolved',
  locale: 'de',
  kinds: 'reply',
  channel: 'mail',
  'Tus-Resumable': '1.0.0',
  'Upload-Length': 1_000_000,
  'Upload-Offset': 0,
};

/**
 * Optional fields too, without which a request would change nothing or be refused. The schema says
 * what is in an object.
 */
const OPERATION_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  MarkTicketSeen: { messageId: '$MESSAGE_ID' },
  MarkMentionsRead: { lastSeenMessageId: '$MESSAGE_ID' },
  CreateView: { name: 'Urgent bugs', base: 'open', filter: '{"all":[{"field":"priority","is":["urgent"]}]}' },
  ReorderViews: { viewIds: '$VIEW_ID' },
  GetAttachmentFile: { player: '$PLAYER_ID', expires: '$EXPIRES', signature: '$FILE_SIGNATURE' },
  MarkInboxMessageRead: { messageId: '$INBOX_MESSAGE_ID' },
  UpdateTicket: { status: 'resolved' },
  UpdateTickets: { status: 'resolved' },
  // Only an announcement that has not begun can be changed.
  CreateAnnouncement: { startsAt: '2030-01-31T12:00:00.000Z' },
  UpdateAnnouncement: { title: 'Maintenance' },
  CreateProject: { name: 'Space Cats' },
  UpdateProject: { name: 'Space Cats 2' },
  CreateMacro: { name: 'Ask for details', body: 'Which device do you use, and which version of the game?' },
  UpdateMacro: { body: 'Which device do you use?' },
  CreateKnownIssue: { title: 'Crash at the start of level 3' },
  UpdateKnownIssue: { state: 'fixed' },
  PreviewAnswer: { message: 'It is fixed in 2.4.2.' },
  AnswerKnownIssue: { message: 'It is fixed in 2.4.2.' },
  SetNoticeText: { title: 'Gelöst: {{ticket.subject}}', body: 'Antworte, wenn das Problem noch da ist.' },
  MessagePlayer: { title: 'Your purchase', body: 'Your coins are there now.' },
  CreateApiKey: { name: 'Discord bridge' },
  // $EMAIL is already a member.
  CreateInvitation: { email: 'new.member@studio.example' },
  AcceptInvitation: { name: 'Ada Lovelace' },
  UpdateNotificationSettings: { mail: 'new_ticket' },
  UpdateMember: { role: 'viewer' },
  UpdateAccount: { name: 'Ada Lovelace' },
  SignInWithPasskey: { id: '$CREDENTIAL' },
  AddPasskey: { id: '$CREDENTIAL', name: 'Work laptop' },
  // Members with a passkey must use it.
  EndPasskey: { id: '$CREDENTIAL', passkey: {} },
  UpdateTeamSettings: { secondFactorRequired: false },
  ReleaseHeldTickets: { until: '2030-01-31T12:00:00.000Z' },
  DeleteHeldTickets: { until: '2030-01-31T12:00:00.000Z' },
  MergeTicket: { into: '$OTHER_TICKET_ID' },
  UseSupportCode: { code: '$SUPPORT_CODE' },
  EndLink: { installationId: '$INSTALLATION_ID' },
  SetForm: {
    name: 'device',
    field: 'device',
    kind: 'choice',
    value: 'pc',
    en: 'Which device?',
    version: 0,
    choices: {},
  },
  ReturnTickets: { installationId: '$INSTALLATION_ID' },
  SetIdentity: { jwksUrl: 'https://studio.example/jwks.json', audience: 'player-support' },
};

/** Their responses set the session cookie. */
const SIGN_IN = ['SignIn', 'SignInWithPasskey', 'AcceptInvitation'];

/** `ticketId` and `ticketIds` as `$TICKET_ID`. */
const variable = (name: string) => `$${name.replace(/s$/, '').replace(/[A-Z]/g, '_$&').toUpperCase()}`;

function example(name: string, field: JsonSchema, operationId: string): unknown {
  const { type, items, enum: values, format, minimum } = field;
  if (field.properties) return exampleObject(field, operationId);
  if (items) return [example(name, items, operationId)];
  const own = OPERATION_EXAMPLES[operationId] ?? {};
  if (Object.hasOwn(own, name)) return own[name];
  if (Object.hasOwn(EXAMPLES, name)) return EXAMPLES[name];
  if (values) return values[0];
  const [kind] = [type].flat();
  if (kind === 'boolean') return true;
  if (kind === 'integer' || kind === 'number') return minimum ?? 1;
  if (format === 'date-time') return '2030-01-31T12:00:00.000Z';
  return /Ids?$/.test(name) ? variable(name) : 'example';
}

function exampleObject({ properties = {}, required = [] }: JsonSchema, operationId: string): object {
  const own = OPERATION_EXAMPLES[operationId] ?? {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || Object.hasOwn(own, name))
      .map(([name, schema]) => [name, example(name, schema, operationId)]),
  );
}

/** One word of a shell, which fills in its variables. */
function quoted(body: object): string {
  const json = JSON.stringify(body).replaceAll("'", `'\\''`);
  return `'${json.replace(/"(\$[A-Z_]+)"/g, `"'"$1"'"`)}'`;
}

/** Returns an example path or query value. */
const pathValue = ({ name, schema }: OpenApiParameter, operationId: string) =>
  String(example(name, schema as JsonSchema, operationId));

/**
 * Writes a command for a POSIX shell with `CURL_VARIABLES` and the required fields. `tokenVariable`
 * holds the token.
 */
export function curl(method: string, path: string, operation: ResolvedOperation, tokenVariable: string): string {
  const { operationId, parameters = [], requestBody, security, responses } = operation;
  const at = (where: string) => parameters.filter((one) => one.in === where);
  const url = at('path').reduce((all, one) => all.replace(`{${one.name}}`, pathValue(one, operationId)), path);
  const search = at('query').flatMap((one) => (one.required ? [`${one.name}=${pathValue(one, operationId)}`] : []));
  const address = search.length === 0 ? url : `${url}?${search.join('&')}`;
  const [body] = Object.values(requestBody?.content ?? {});
  const takesBearer = security.some((one) => 'bearer' in one);
  const isPlainMethod = method === 'get' || (method === 'post' && body !== undefined);
  const isStream = Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content);
  const usesCookie = security.length > 0 && !takesBearer;
  const parts = [
    `curl ${isStream ? '-N ' : ''}${isPlainMethod ? '' : `-X ${method.toUpperCase()} `}"$URL${address}"`,
    ...(takesBearer ? [`-H "Authorization: Bearer $${tokenVariable}"`] : []),
    ...(usesCookie ? ['-b cookies.txt'] : []),
    ...(usesCookie && method !== 'get' ? [`-H 'Sec-Fetch-Site: same-origin'`] : []),
    ...at('header').flatMap((one) => (one.required ? [`-H '${one.name}: ${pathValue(one, operationId)}'`] : [])),
    ...(SIGN_IN.includes(operationId) ? ['-c cookies.txt'] : []),
  ];
  const [type = ''] = Object.keys(requestBody?.content ?? {});
  if (body !== undefined && type !== 'application/json') {
    const isNamed = at('header').some((one) => one.name === 'X-File-Name');
    parts.push(`-H 'Content-Type: ${type}'`, ...(isNamed ? [`-H "X-File-Name: $FILE"`] : []));
    parts.push('--data-binary "@$FILE"');
  } else if (body !== undefined) {
    parts.push(`-H 'Content-Type: application/json'`);
    parts.push(`-d ${quoted(exampleObject(body.schema as JsonSchema, operationId))}`);
  }
  return parts.join(' \\\n  ');
}
