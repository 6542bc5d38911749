import type { Priority, Role, TicketStatus } from '@player-support/contract/enums';

/**
 * All that an entry of the audit log can say beside who did what to what. Never a text, an address
 * or a secret. Handlers name each field; they never pass on a body.
 */
export interface AuditDetails {
  readonly role?: Role | undefined;
  /** Null: all projects. */
  readonly projectIds?: readonly string[] | null | undefined;
  readonly disabled?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  /** Of a ticket or a project. */
  readonly status?: TicketStatus | 'active' | 'disabled' | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly priority?: Priority | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly ticketIds?: readonly string[] | undefined;
  readonly apiKeyIds?: readonly string[] | undefined;
  readonly messageId?: string | undefined;
  /** The fields that a request had. */
  readonly changed?: readonly string[] | undefined;
  readonly autoCloseDays?: number | undefined;
  /** Whether it changed. */
  readonly name?: boolean | undefined;
  readonly password?: boolean | undefined;
  /** What was wrong at a sign-in. */
  readonly failed?: 'password' | 'code' | undefined;
}

/** Only these are stored. Where the entry is too long, the last ones are left out first. */
const NAMES = Object.keys({
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
 * The details as JSON, 8 KiB at most. Texts are cut to 200 characters, and lists to 100 entries,
 * each once. Where a list was cut, `<name>Count` says how many there were. What does not fit is
 * left out.
 */
export function storedDetails(details: AuditDetails): string {
  const stored: Record<string, unknown> = {};
  let room = MAX_BYTES - '{}'.length;
  function take(json: string): boolean {
    const size = Buffer.byteLength(json) + ','.length;
    if (size > room) return false;
    room -= size;
    return true;
  }

  for (const name of NAMES) {
    const value = details[name];
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) {
      const all = new Set(value);
      const kept: string[] = [];
      if (!take(`"${name}":[],"${name}Count":${all.size}`)) continue;
      for (const text of all) {
        const item = cut(text);
        if (kept.length === MAX_ITEMS || !take(JSON.stringify(item))) break;
        kept.push(item);
      }
      stored[name] = kept;
      if (kept.length < all.size) stored[`${name}Count`] = all.size;
    } else {
      const single = typeof value === 'string' ? cut(value) : value;
      if (take(`"${name}":${JSON.stringify(single)}`)) stored[name] = single;
    }
  }
  return JSON.stringify(stored);
}
