import { Enum } from '@player-support/contract/schema';
import { ProjectIds, Role } from '@player-support/contract/team/fields';
import { ProjectStatus, StormMode } from '@player-support/contract/team/projects';
import { AssigneeId, KnownIssueId, Tags, TicketPriority, TicketStatus } from '@player-support/contract/team/queue';
import { type Static, Type } from 'typebox';

/** The key was revoked, suspended or has expired, or the caller has not the role or projects. */
const REFUSAL_REASONS = ['revoked', 'suspended', 'expired', 'forbidden'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const Texts = Type.Array(Type.String());

/** Only these fields are stored. If they are too long together, the last ones are left out. */
const FIELDS = {
  ticketIds: Texts,
  /** Held tickets that were not deleted, because their players sent another message. */
  keptTicketIds: Texts,
  apiKeyIds: Texts,
  role: Role,
  /** Null: all projects. */
  projectIds: ProjectIds,
  disabled: Type.Boolean(),
  /** How many announcements will not begin, because their author lost access. */
  withheldAnnouncements: Type.Integer(),
  /** False: the account at the provider was taken away. */
  oidc: Type.Boolean(),
  blocked: Type.Boolean(),
  /** The player id of an installation that was linked, unlinked or moved. */
  installationId: Type.String(),
  /** How many tickets moved to another player, or get an answer to their known issue. */
  tickets: Type.Integer(),
  /** The status of a ticket or a project. */
  status: Type.Union([TicketStatus, ProjectStatus]),
  assigneeId: AssigneeId,
  priority: TicketPriority,
  tags: Tags,
  addTags: Tags,
  removeTags: Tags,
  /** How many macros and saved views had a tag that was renamed or deleted. */
  macros: Type.Integer(),
  views: Type.Integer(),
  knownIssueId: KnownIssueId,
  /** An answer to all tickets of a known issue. */
  answerId: Type.String(),
  /** What a ticket was snoozed for. Null: it came back. */
  snooze: Type.Union([Enum(['until', 'reply', 'build']), Type.Null()]),
  messageId: Type.String(),
  /** The files of a message. */
  attachmentIds: Texts,
  /** The names of the fields in the request. */
  changed: Texts,
  autoCloseDays: Type.Number(),
  stormMode: StormMode,
  /** The ticket type whose form changed, and the new version. */
  ticketType: Type.String(),
  formVersion: Type.Integer(),
  /** The locale of a text. */
  locale: Type.String(),
  /** Whether the name changed. */
  name: Type.Boolean(),
  /** Whether the password changed. */
  password: Type.Boolean(),
  /** The host of a webhook that was set, and of one that was removed. */
  webhook: Type.String(),
  removedWebhook: Type.String(),
  /** What was wrong in a failed sign-in, or why a session ended. */
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
  secondFactorRequired: Type.Boolean(),
  /** Why a request was refused, and the operation of the first one. */
  refused: Enum(REFUSAL_REASONS),
  operation: Type.String(),
};
const FIELD_NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/**
 * The details that an entry of the audit log can have. They never contain texts of
 * tickets or settings, secrets, or addresses other than the host of a webhook. Handlers set each
 * field. They never pass on a whole body.
 */
export type AuditDetails = {
  readonly [Name in keyof typeof FIELDS]?: Readonly<Static<(typeof FIELDS)[Name]>> | undefined;
};

const MAX_TEXT = 200;
const MAX_ITEMS = 100;
const MAX_BYTES = 8192;

const cut = (text: string) => text.slice(0, MAX_TEXT).toWellFormed();

/**
 * The details as JSON of at most 8 KiB. Texts are cut to 200 characters. Lists lose duplicates and
 * are cut to 100 entries. If a list was cut, `<name>Count` is its number of entries. Fields that do
 * not fit are left out.
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
