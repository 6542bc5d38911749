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

/** What a ticket is in: its status, or what takes its place. */
export type TicketState = TicketStatus | 'snoozed' | 'held';

/** The same icon for a state in the navigation, the queue, the search and the ticket. */
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

/** The icon of a state, in its colour. A text stands beside it. */
export function StatusIcon({ status }: { readonly status: TicketState }) {
  const Icon = STATE_ICONS[status];
  return (
    <span className="status-icon" data-status={status}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

/** The icon of a priority, in its colour. A text stands beside it. */
export function PriorityIcon({ priority }: { readonly priority: Priority }) {
  const Icon = PRIORITY_ICONS[priority];
  return (
    <span className="priority-icon" data-priority={priority}>
      <Icon size={16} stroke={2.5} aria-hidden />
    </span>
  );
}
