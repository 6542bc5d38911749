import type { Priority, Role, TicketStatus } from '@player-support/contract/enums';

/**
 * The details that an entry of the audit log can have. They never contain texts, addresses or
 * secrets. Handlers set each field. They never pass on a whole body.
 */
export interface AuditDetails {
  readonly role?: Role | undefined;
  /** Null: all projects. */
  readonly projectIds?: readonly string[] | null | undefined;
  readonly disabled?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  /** The status of a ticket or a project. */
  readonly status?: TicketStatus | 'active' | 'disabled' | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly priority?: Priority | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly ticketIds?: readonly string[] | undefined;
  readonly apiKeyIds?: readonly string[] | undefined;
  readonly messageId?: string | undefined;
  /** The names of the fields in the request. */
  readonly changed?: readonly string[] | undefined;
  readonly autoCloseDays?: number | undefined;
  /** Whether the name changed. */
  readonly name?: boolean | undefined;
  /** Whether the password changed. */
  readonly password?: boolean | undefined;
  /** What was wrong in a failed sign-in. */
  readonly failed?: 'password' | 'code' | undefined;
}

/** Only these fields are stored. If they are too long together, the last ones are left out. */
const FIELD_NAMES = Object.keys({
  ticketIds: true,
  apiKeyIds: true,
  role: true,
  projectIds: true,
  disabled: true,
  blocked: true,
  status: true,
  assigneeId: true,
  priority: true,
  tags: true,
  addTags: true,
  removeTags: true,
  messageId: true,
  changed: true,
  autoCloseDays: true,
  name: true,
  password: true,
  failed: true,
} satisfies Record<keyof AuditDetails, true>) as (keyof AuditDetails)[];

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
