import { CopyButton, Text, UnstyledButton } from '@mantine/core';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { useQuery } from '@tanstack/react-query';
import { labelOfType } from '../data/label-of-type.ts';
import { projectsQuery } from '../data/queries/projects.ts';
import { quoted } from '../data/ticket-number.ts';
import { useText } from '../i18n/text.ts';
import { LazyTooltip } from '../ui/lazy-tooltip.tsx';
import { Time } from '../ui/time.tsx';
import classes from './ticket.module.css';

export function TicketFacts({ ticket }: { readonly ticket: QueueTicketResponse }) {
  const { t, language } = useText();
  const { data } = useQuery(projectsQuery);
  const project = data?.projects.find(({ id }) => id === ticket.projectId);
  const type = labelOfType(project?.ticketTypes, ticket.type, language);
  return (
    <Text size="xs" c="dimmed" component="div" className={classes.facts}>
      <span dir="auto">{type === '' ? t('label.no-type') : type}</span>
      {project !== undefined && <span dir="auto">{project.name}</span>}
      <span>
        {t('ticket.created')} <Time at={ticket.createdAt} />
      </span>
      <CopyButton value={ticket.id}>
        {({ copied, copy }) => (
          <LazyTooltip label={ticket.id}>
            <UnstyledButton
              onClick={copy}
              mih={24}
              fz="xs"
              ff="monospace"
              aria-label={copied ? t('copy.done') : t('ticket.id.copy', { number: quoted(ticket) })}
            >
              {copied ? t('copy.done') : quoted(ticket)}
            </UnstyledButton>
          </LazyTooltip>
        )}
      </CopyButton>
    </Text>
  );
}
