import { newId } from './ids.ts';
import { newIdentitySalt, newPublicKey } from './tokens.ts';

const TICKET_TYPES = [
  { type: 'bug', label: 'Bug' },
  { type: 'payment', label: 'Payment' },
  { type: 'account', label: 'Account' },
  { type: 'gameplay', label: 'Gameplay' },
  { type: 'feedback', label: 'Feedback' },
  { type: 'report_player', label: 'Report a player' },
  { type: 'appeal', label: 'Appeal' },
  { type: 'other', label: 'Other' },
];

const AUTO_CLOSE_DAYS = 7;

/** A new project with its keys and the default settings. */
export function newProject(name: string, now: number) {
  return {
    project_id: newId('project', now),
    name,
    public_key: newPublicKey(),
    status: 'active' as const,
    identity_salt: newIdentitySalt(),
    auto_close_days: AUTO_CLOSE_DAYS,
    ticket_types: JSON.stringify(TICKET_TYPES),
    created_at: now,
    limits: null,
  };
}
