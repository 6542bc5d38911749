import { ActionIcon, Avatar, Group, Text, Title } from '@mantine/core';
import type { TicketStatus } from '@player-support/contract/enums';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconUserSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { usePresence } from '../live/live-updates.ts';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';
import classes from './ticket.module.css';
import { TicketProperties } from './ticket-properties.tsx';
import type { TicketNavigation } from './use-ticket-navigation.ts';

interface Props {
  readonly ticket: QueueTicketResponse;
  readonly isFixed: boolean;
  readonly navigation: TicketNavigation;
  readonly open: OpenProperty | undefined;
  readonly onStatus: (status: TicketStatus) => void;
  readonly onOpen: (property: OpenProperty | undefined) => void;
  readonly onMerge: () => void;
  readonly onLink: () => void;
  /** Undefined: the ticket waits for nobody. */
  readonly onSnooze: (() => void) | undefined;
  readonly onPanel: () => void;
}
/** The property whose menu is open. */
export type OpenProperty = 'status' | 'priority' | 'assignee' | 'tags';

/** The subject, the other tickets of the queue, who is here, and the properties. */
export function TicketHeader({ navigation, onPanel, ...properties }: Props) {
  const { ticket } = properties;
  const { t } = useText();
  const subject = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the ticket, and the keyboard starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every ticket
  useEffect(() => subject.current?.focus({ preventScroll: true }), [ticket.id]);
  return (
    <header className={classes.header}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <NavigationButton label={navigation.backLabel} keys="U" onClick={navigation.back}>
          <IconArrowLeft size={18} />
        </NavigationButton>
        <Title ref={subject} order={1} size="h2" className={classes.subject} lineClamp={2} tabIndex={-1}>
          <bdi title={ticket.subject}>{ticket.subject}</bdi>
        </Title>
        <Present ticketId={ticket.id} />
        {navigation.isListed && (
          <Group gap={2} wrap="nowrap">
            {navigation.position !== undefined && navigation.total !== '' && (
              <Text size="xs" c="dimmed" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                {t('ticket.position', { position: navigation.position, total: navigation.total })}
              </Text>
            )}
            <NavigationButton label={t('action.previous-ticket')} keys="K" onClick={navigation.previous}>
              <IconChevronUp size={18} />
            </NavigationButton>
            <NavigationButton label={t('action.next-ticket')} keys="J" onClick={navigation.next}>
              <IconChevronDown size={18} />
            </NavigationButton>
          </Group>
        )}
        <ActionIcon hiddenFrom="md" aria-label={t('ticket.panel.open')} onClick={onPanel}>
          <IconUserSearch size={18} />
        </ActionIcon>
      </Group>
      <TicketProperties {...properties} />
    </header>
  );
}

interface NavigationButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly onClick: (() => void) | undefined;
  readonly children: React.ReactNode;
}

function NavigationButton({ label, keys, onClick, children }: NavigationButtonProps) {
  return (
    <LazyTooltip label={`${label} (${keys})`}>
      <ActionIcon aria-label={label} disabled={onClick === undefined} onClick={onClick}>
        {children}
      </ActionIcon>
    </LazyTooltip>
  );
}

/** The other members who have this ticket open. */
function Present({ ticketId }: { readonly ticketId: string }) {
  const { t } = useText();
  const member = useMember();
  const others = usePresence(ticketId).filter(({ memberId }) => memberId !== member.id);
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  return (
    <LazyTooltip label={t('presence.here', { names })}>
      <Avatar.Group spacing="xs" role="img" aria-label={t('presence.here', { names })}>
        {others.slice(0, 4).map(({ memberId, name }) => (
          <Avatar key={memberId} name={name} size={28} color="indigo" alt="" />
        ))}
        {others.length > 4 && <Avatar size={28}>+{others.length - 4}</Avatar>}
      </Avatar.Group>
    </LazyTooltip>
  );
}
