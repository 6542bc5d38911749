import { Group, Text, Title } from '@mantine/core';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { useQuery } from '@tanstack/react-query';
import { playerName } from '../../data/player-name.ts';
import { issueTicketsQuery } from '../../data/queries/issue-page.ts';
import { useText } from '../../i18n/text.ts';
import { isolated } from '../../ui/isolated.ts';
import { AnchorLink } from '../../ui/link.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { StatusIcon } from '../../ui/ticket-icons.tsx';
import { Time } from '../../ui/time.tsx';

export function IssueTickets({ issue }: { readonly issue: ListedKnownIssue }) {
  const { t } = useText();
  const query = useQuery(issueTicketsQuery(issue.id));
  const list = query.data?.tickets;
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {t('issue.linked')}
      </Title>
      <LoadedList
        query={query}
        list={list}
        empty={
          <Text size="sm" c="dimmed">
            {t('issue.linked.none')}
          </Text>
        }
      >
        <Rows label={t('issue.linked')}>
          {list?.map((ticket) => (
            <Row key={ticket.id}>
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <StatusIcon status={ticket.status} />
                <div style={{ minWidth: 0 }}>
                  <AnchorLink to="/tickets/$ticketId" params={{ ticketId: ticket.id }} fw={500} dir="auto">
                    <bdi className="user-text">{ticket.subject}</bdi>
                  </AnchorLink>
                  <Text size="xs" c="dimmed" className="user-text">
                    {[
                      t(`status.${ticket.status}`),
                      isolated(playerName({ userId: ticket.userId, id: ticket.playerId })),
                      ...[ticket.platform, ticket.appVersion, ticket.locale].flatMap((one) =>
                        one === null ? [] : isolated(one),
                      ),
                    ].join(' · ')}
                    {' · '}
                    <Time at={ticket.createdAt} />
                  </Text>
                </div>
              </Group>
            </Row>
          ))}
        </Rows>
      </LoadedList>
    </section>
  );
}
