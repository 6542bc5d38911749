import './ticket-icons.css';
import type { Priority, TicketStatus } from '@player-support/contract/enums';
import {
  IconArchive,
  IconChevronDown,
  IconChevronsUp,
  IconChevronUp,
  IconCircle,
  IconCircleCheck,
  IconHandStop,
  IconHourglass,
  IconMinus,
  IconMoon,
} from '@tabler/icons-react';

/** A status, or its replacement. */
export type TicketState = TicketStatus | 'snoozed' | 'held';

export const STATE_ICONS = {
  open: IconCircle,
  pending: IconHourglass,
  resolved: IconCircleCheck,
  closed: IconArchive,
  snoozed: IconMoon,
  held: IconHandStop,
} as const satisfies Record<TicketState, unknown>;

const PRIORITY_ICONS = {
  urgent: IconChevronsUp,
  high: IconChevronUp,
  normal: IconMinus,
  low: IconChevronDown,
} as const satisfies Record<Priority, unknown>;

/** A text stands beside the icon. */
export function StatusIcon({ status }: { readonly status: TicketState }) {
  const Icon = STATE_ICONS[status];
  return (
    <span className="status-icon" data-status={status}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

export function PriorityIcon({ priority }: { readonly priority: Priority }) {
  const Icon = PRIORITY_ICONS[priority];
  return (
    <span className="priority-icon" data-priority={priority}>
      <Icon size={16} stroke={2.5} aria-hidden />
    </span>
  );
}
