import { ActionIcon, Avatar, Group, Text, Title } from '@mantine/core';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconUserSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { usePresence } from '../live/live-updates.ts';
import { Hint } from '../ui/hint.tsx';
import classes from './ticket.module.css';
import { TicketProperties } from './ticket-properties.tsx';
import type { Ways } from './use-ticket-navigation.ts';

interface Props {
  readonly ticket: QueueTicketResponse;
  readonly ways: Ways;
  readonly open: OpenProperty | undefined;
  readonly onOpen: (property: OpenProperty | undefined) => void;
  readonly onPanel: () => void;
}
/** The property that is being changed. */
export type OpenProperty = 'status' | 'priority' | 'assignee' | 'tags';

/** The subject, the way through the queue, who is here, and what can be changed. */
export function TicketHeader({ ticket, ways, open, onOpen, onPanel }: Props) {
  const { t } = useText();
  const subject = useRef<HTMLHeadingElement>(null);
  // Whoever has gone on to another ticket is told so, and goes on from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every other ticket
  useEffect(() => subject.current?.focus({ preventScroll: true }), [ticket.id]);
  return (
    <header className={classes.header}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <WayButton label={t('ticket.back')} keys="U" onClick={ways.back}>
          <IconArrowLeft size={18} />
        </WayButton>
        <Title ref={subject} order={1} size="h2" className={classes.subject} lineClamp={2} tabIndex={-1}>
          <bdi title={ticket.subject}>{ticket.subject}</bdi>
        </Title>
        <Present ticketId={ticket.id} />
        {ways.place !== undefined && (
          <Group gap={2} wrap="nowrap">
            <Text size="xs" c="dimmed" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {t('ticket.place', { place: ways.place, count: ways.count })}
            </Text>
            <WayButton label={t('ticket.previous')} keys="K" onClick={ways.previous}>
              <IconChevronUp size={18} />
            </WayButton>
            <WayButton label={t('ticket.next')} keys="J" onClick={ways.next}>
              <IconChevronDown size={18} />
            </WayButton>
          </Group>
        )}
        <ActionIcon hiddenFrom="md" variant="subtle" color="gray" aria-label={t('ticket.panel.open')} onClick={onPanel}>
          <IconUserSearch size={18} />
        </ActionIcon>
      </Group>
      <TicketProperties ticket={ticket} open={open} onOpen={onOpen} />
    </header>
  );
}

interface WayButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly onClick: (() => void) | undefined;
  readonly children: React.ReactNode;
}

function WayButton({ label, keys, onClick, children }: WayButtonProps) {
  return (
    <Hint label={`${label} (${keys})`}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={onClick === undefined} onClick={onClick}>
        {children}
      </ActionIcon>
    </Hint>
  );
}

/** The others on this ticket. */
function Present({ ticketId }: { readonly ticketId: string }) {
  const { t } = useText();
  const member = useMember();
  const others = usePresence(ticketId).filter(({ memberId }) => memberId !== member.id);
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  return (
    <Hint label={t('presence.here', { names })}>
      <Avatar.Group spacing="xs" role="img" aria-label={t('presence.here', { names })}>
        {others.slice(0, 4).map(({ memberId, name }) => (
          <Avatar key={memberId} name={name} size={28} color="indigo" alt="" />
        ))}
        {others.length > 4 && <Avatar size={28}>+{others.length - 4}</Avatar>}
      </Avatar.Group>
    </Hint>
  );
}
