import { Enum } from '@player-support/contract/schema';
import { ProjectIds, Role } from '@player-support/contract/team/fields';
import { ProjectStatus, StormMode } from '@player-support/contract/team/projects';
import { AssigneeId, KnownIssueId, Tags, TicketPriority, TicketStatus } from '@player-support/contract/team/queue';
import { cutText } from '@player-support/contract/visible-text';
import { type Static, Type } from 'typebox';

/** The key was revoked, suspended or expired, or the caller lacks the role or projects. */
const REFUSAL_REASONS = ['revoked', 'suspended', 'expired', 'forbidden'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const Texts = Type.Array(Type.String());

/** Only these are stored. If too long together, the last ones are left out. */
const FIELDS = {
  ticketIds: Texts,
  /** Held tickets kept, because their players sent another message. */
  keptTicketIds: Texts,
  apiKeyIds: Texts,
  role: Role,
  /** Null: all projects. */
  projectIds: ProjectIds,
  disabled: Type.Boolean(),
  /** They will not begin, because their author lost access. */
  withheldAnnouncements: Type.Integer(),
  /** Known-issue answers that their author may no longer send. */
  stoppedAnswers: Type.Integer(),
  /** False: the provider's account was taken away. */
  oidc: Type.Boolean(),
  blocked: Type.Boolean(),
  /** Of an installation that was linked, unlinked or moved. */
  installationId: Type.String(),
  /** Moved to another player, or answered about their known issue. */
  tickets: Type.Integer(),
  /** Of a ticket or a project. */
  status: Type.Union([TicketStatus, ProjectStatus]),
  assigneeId: AssigneeId,
  priority: TicketPriority,
  tags: Tags,
  addTags: Tags,
  removeTags: Tags,
  /** Macros and saved views with a renamed or deleted tag. */
  macros: Type.Integer(),
  views: Type.Integer(),
  knownIssueId: KnownIssueId,
  /** To all tickets of a known issue. */
  answerId: Type.String(),
  /** Null: the ticket came back. */
  snooze: Type.Union([Enum(['until', 'reply', 'build']), Type.Null()]),
  messageId: Type.String(),
  attachmentIds: Texts,
  /** Fields of the request. */
  changed: Texts,
  autoCloseDays: Type.Number(),
  stormMode: StormMode,
  /** The type of a changed form, and its new version. */
  ticketType: Type.String(),
  formVersion: Type.Integer(),
  /** Of a text. */
  locale: Type.String(),
  /** It changed. */
  name: Type.Boolean(),
  /** It changed. */
  password: Type.Boolean(),
  /** The host that was set, and the removed one. */
  webhook: Type.String(),
  removedWebhook: Type.String(),
  /** In a failed sign-in, or why a session ended. */
  failed: Enum([
    'password',
    'code',
    'passkey',
    'password-off',
    'provider',
    'unverified',
    'no-access',
    'disabled',
    'other-account',
  ]),
  /** How a person at the provider became a member. */
  joined: Enum(['created', 'linked']),
  /** There are too many groups for the provider to send. */
  groupsUnknown: Type.Boolean(),
  secondFactorRequired: Type.Boolean(),
  /** The reason, and the operation of the first one. */
  refused: Enum(REFUSAL_REASONS),
  operation: Type.String(),
};
const FIELD_NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/**
 * Never texts of tickets or settings, secrets, or addresses except a webhook's host. Handlers never
 * pass on a whole body.
 */
export type AuditDetails = {
  readonly [Name in keyof typeof FIELDS]?: Readonly<Static<(typeof FIELDS)[Name]>> | undefined;
};

const MAX_TEXT = 200;
const MAX_ITEMS = 100;
const MAX_BYTES = 8192;

const cut = (text: string) => cutText(text, MAX_TEXT).toWellFormed();

/**
 * JSON of at most 8 KiB. Texts are cut to 200 characters, lists to 100 entries with their number in
 * `<name>Count`. What does not fit is left out.
 */
export function serializeDetails(details: AuditDetails): string {
  const stored: Record<string, unknown> = {};
  let freeBytes = MAX_BYTES - '{}'.length;
  function reserve(json: string): boolean {
    const size = Buffer.byteLength(json) + ','.length;
    if (size > freeBytes) return false;
    freeBytes -= size;
    return true;
  }

  for (const name of FIELD_NAMES) {
    const value = details[name];
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) {
      const all = new Set(value);
      const kept: string[] = [];
      if (!reserve(`"${name}":[],"${name}Count":${all.size}`)) continue;
      for (const text of all) {
        const item = cut(text);
        if (kept.length === MAX_ITEMS || !reserve(JSON.stringify(item))) break;
        kept.push(item);
      }
      stored[name] = kept;
      if (kept.length < all.size) stored[`${name}Count`] = all.size;
    } else {
      const single = typeof value === 'string' ? cut(value) : value;
      if (reserve(`"${name}":${JSON.stringify(single)}`)) stored[name] = single;
    }
  }
  return JSON.stringify(stored);
}
