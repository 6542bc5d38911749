import { Button, Text } from '@mantine/core';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { IconBulb } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../data/link-to.ts';
import { suggestedIssuesQuery } from '../data/queries/known-issues.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import classes from './ticket.module.css';
import { useTicketUpdate } from './use-ticket-update.ts';

/** A suggestion is not requested again in this time. */
const FRESH_MS = 60_000;

/**
 * Shows the ticket's probable known issue in a line reserved before. It is only a hint: errors show
 * nothing.
 */
export function SuggestedIssue({ ticket }: { readonly ticket: TeamTicketResponse }) {
  const { t } = useText();
  const update = useTicketUpdate(ticket.id);
  const { data } = useQuery({ ...suggestedIssuesQuery(ticket.id), staleTime: FRESH_MS, retry: false });
  const best = ticket.knownIssue === null ? data?.suggestions.find(({ likely }) => likely) : undefined;
  const link = () => best !== undefined && update(linkTo(best.knownIssue));
  useShortcuts(best === undefined ? [] : [{ keys: 'Y', label: t('ticket.suggestion.link'), run: link }]);
  if (best === undefined) return null;
  const { knownIssue, why } = best;
  return (
    <Text size="sm" c="dimmed" component="div" className={classes.suggestion} role="note" title={why.words.join(', ')}>
      <IconBulb size={16} aria-hidden />
      <span className={classes.suggestionText}>
        {t('ticket.suggestion')}{' '}
        <AnchorLink
          to="/known-issues/$knownIssueId"
          params={{ knownIssueId: knownIssue.id }}
          fz="sm"
          underline="always"
          dir="auto"
        >
          <bdi>{knownIssue.title}</bdi>
        </AnchorLink>
        {why.words.length > 0 && (
          <>
            {' '}
            <bdi>({why.words.join(', ')})</bdi>
          </>
        )}
      </span>
      <Button
        variant="default"
        size="compact-xs"
        mih={24}
        title="Y"
        aria-label={t('ticket.suggestion.link')}
        onClick={link}
      >
        {t('ticket.suggestion.do')}
      </Button>
    </Text>
  );
}
