import { Button, EmptyState, Group, Text } from '@mantine/core';
import type { MentionResponse } from '@player-support/contract/team/mentions';
import { IconAt } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { mentionsKey, mentionsQuery } from '../data/queries/mentions.ts';
import { useText } from '../i18n/text.ts';
import { AnchorLink } from '../ui/link.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { notifyError } from '../ui/notify.ts';
import { Page } from '../ui/page.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import './mentions.css';

export function MentionsPage() {
  const { t } = useText();
  const queryClient = useQueryClient();
  const mentions = useInfiniteQuery(mentionsQuery);
  const list = mentions.data?.pages.flatMap((page) => page.mentions);
  const newest = list?.[0];
  const unread = mentions.data?.pages[0]?.unread ?? 0;
  const markAll = useMutation({
    mutationFn: (lastSeenMessageId: string) => api.post('/mentions/read', { body: { lastSeenMessageId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mentionsKey }),
    onError: notifyError,
  });
  return (
    <Page
      title={t('nav.mentions')}
      actions={
        newest !== undefined &&
        unread > 0 && (
          <Button variant="default" onClick={() => markAll.mutate(newest.messageId)} loading={markAll.isPending}>
            {t('mentions.read-all')}
          </Button>
        )
      }
    >
      <LoadedList
        query={mentions}
        list={list}
        empty={
          <EmptyState
            icon={<IconAt aria-hidden />}
            title={t('mentions.empty.title')}
            description={t('mentions.empty.text')}
          />
        }
      >
        <Rows label={t('nav.mentions')}>
          {list?.map((mention) => (
            <Mention key={mention.messageId} mention={mention} />
          ))}
        </Rows>
        {mentions.hasNextPage && (
          <Group justify="center" mt="md">
            <Button
              variant="default"
              onClick={() => void mentions.fetchNextPage()}
              loading={mentions.isFetchingNextPage}
            >
              {t('mentions.more')}
            </Button>
          </Group>
        )}
      </LoadedList>
    </Page>
  );
}

function Mention({ mention }: { readonly mention: MentionResponse }) {
  const { t } = useText();
  const isUnread = mention.readAt === null;
  return (
    <Row>
      <Group gap="xs" wrap="nowrap">
        {isUnread && <span className="unread-dot" role="img" aria-label={t('mentions.unread')} />}
        <AnchorLink
          to="/tickets/$ticketId"
          params={{ ticketId: mention.ticketId }}
          fw={isUnread ? 600 : 400}
          className="user-text"
          dir="auto"
        >
          {mention.subject}
        </AnchorLink>
      </Group>
      <Text size="sm" className="user-text" dir="auto">
        {mention.excerpt}
      </Text>
      <Text size="sm" c="dimmed">
        <bdi>{mention.author.name}</bdi> · <Time at={mention.createdAt} />
      </Text>
    </Row>
  );
}
