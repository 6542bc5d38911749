import { Text } from '@mantine/core';
import type { UnansweredTicket } from '@player-support/contract/team/known-issues';
import { useText } from '../../i18n/text.ts';
import { AnchorLink } from '../../ui/link.tsx';
import './known-issue.css';

interface Props {
  readonly tickets: readonly UnansweredTicket[];
  /** Opens tickets in a new tab, because the page has an unsent text. */
  readonly inNewTab?: boolean;
}

export function UnansweredList({ tickets, inNewTab = false }: Props) {
  const { t } = useText();
  return (
    <ul className="unanswered" aria-label={t('answer.unanswered')}>
      {tickets.map(({ ticketId, subject, reason }) => (
        <li key={ticketId}>
          <AnchorLink
            to="/tickets/$ticketId"
            params={{ ticketId }}
            size="sm"
            dir="auto"
            {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
          >
            <bdi className="user-text">{subject ?? ticketId}</bdi>
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {t(`answer.why.${reason}`)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
