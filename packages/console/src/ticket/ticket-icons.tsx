import type { Priority, TicketStatus } from '@player-support/contract/enums';
import {
  IconArrowDown,
  IconArrowUp,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEqual,
  IconFlame,
} from '@tabler/icons-react';

const STATUS_ICONS = { open: IconCircle, pending: IconClock, resolved: IconCircleCheck, closed: IconCircleX } as const;
const PRIORITY_ICONS = { low: IconArrowDown, normal: IconEqual, high: IconArrowUp, urgent: IconFlame } as const;

export function StatusIcon({ status }: { readonly status: TicketStatus }) {
  const Icon = STATUS_ICONS[status];
  return <Icon size={16} aria-hidden />;
}

export function PriorityIcon({ priority }: { readonly priority: Priority }) {
  const Icon = PRIORITY_ICONS[priority];
  return <Icon size={16} aria-hidden />;
}
