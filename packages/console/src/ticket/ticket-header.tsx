import { ActionIcon, Avatar, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TicketStatus } from '@player-support/contract/enums';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconDots, IconUserSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { usePresence } from '../data/live/live-updates.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';
import classes from './ticket.module.css';
import { TicketFacts } from './ticket-facts.tsx';
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
  /** Undefined: the ticket cannot be snoozed. */
  readonly onSnooze: (() => void) | undefined;
  readonly onPanel: () => void;
}
/** Its menu is open. */
export type OpenProperty = 'status' | 'priority' | 'assignee' | 'tags';

/** Has the same height for every ticket, so that all conversations begin at the same place. */
export function TicketHeader({ navigation, onPanel, ...properties }: Props) {
  const { ticket } = properties;
  const { t } = useText();
  // On a phone the rest shows on request, to leave the conversation the screen.
  const [isWhole, whole] = useDisclosure();
  const subject = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the ticket, and the keyboard starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every ticket
  useEffect(() => subject.current?.focus({ preventScroll: true }), [ticket.id]);
  return (
    <header className={classes.header} data-whole={isWhole || undefined}>
      <NavigationButton label={navigation.backLabel} keys="U" onClick={navigation.back}>
        <IconArrowLeft size={18} />
      </NavigationButton>
      <div className={classes.line}>
        <Title ref={subject} order={1} size="h2" className={classes.subject} tabIndex={-1}>
          <bdi title={ticket.subject}>{ticket.subject}</bdi>
        </Title>
        <div className={classes.ends}>
          <TicketFacts ticket={ticket} />
          <Group gap={2} wrap="nowrap" className={classes.tools}>
            <Present ticketId={ticket.id} />
            {navigation.isListed && (
              <>
                {navigation.position !== undefined && navigation.total !== '' && (
                  <Text size="xs" c="dimmed" visibleFrom="sm" ml="xs" style={{ whiteSpace: 'nowrap' }}>
                    {t('ticket.position', { position: navigation.position, total: navigation.total })}
                  </Text>
                )}
                <NavigationButton label={t('action.previous-ticket')} keys="K" onClick={navigation.previous}>
                  <IconChevronUp size={18} />
                </NavigationButton>
                <NavigationButton label={t('action.next-ticket')} keys="J" onClick={navigation.next}>
                  <IconChevronDown size={18} />
                </NavigationButton>
              </>
            )}
            <ActionIcon hiddenFrom="md" aria-label={t('ticket.panel.open')} onClick={onPanel}>
              <IconUserSearch size={18} />
            </ActionIcon>
            <ActionIcon hiddenFrom="sm" aria-label={t('ticket.whole')} aria-expanded={isWhole} onClick={whole.toggle}>
              <IconDots size={18} />
            </ActionIcon>
          </Group>
        </div>
      </div>
      <div className={classes.line}>
        <TicketProperties {...properties} />
      </div>
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
