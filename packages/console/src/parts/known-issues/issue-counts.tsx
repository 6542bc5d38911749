import { Text } from '@mantine/core';
import { SUBSCRIBERS_CAP } from '@player-support/contract/limits';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { countText } from '../../data/queue/ticket-counts.ts';
import { useText } from '../../i18n/text.ts';

type Counted = Partial<Pick<ListedKnownIssue, 'subscribers' | 'fixedForPlayers'>>;

/** The server counts up to a limit. */
export function useSubscribersText(): (count: number) => string {
  const { t, language } = useText();
  return (count) =>
    t('issue.subscribers', { count, total: countText({ count, capped: count >= SUBSCRIBERS_CAP }, language) });
}

/** Shows who has the issue too, and what players said about the build that fixes it. */
export function IssueCounts({ issue }: { readonly issue: Counted }) {
  const { t } = useText();
  const subscribersText = useSubscribersText();
  // A node of an earlier release does not count them.
  const { subscribers = 0, fixedForPlayers } = issue;
  const { asked = 0, yes = 0, no = 0 } = fixedForPlayers ?? {};
  return (
    <>
      {subscribers > 0 && (
        <div>
          <Text>{subscribersText(subscribers)}</Text>
          <Text size="sm" c="dimmed">
            {t('issue.subscribers.hint')}
          </Text>
        </div>
      )}
      {asked > 0 && (
        <dl style={{ margin: 0 }}>
          <Text component="dt" size="sm" c="dimmed">
            {t('issue.fix')}
          </Text>
          <Text component="dd" m={0}>
            {t('issue.fix.counts', { yes, no, open: asked - yes - no })}
          </Text>
        </dl>
      )}
    </>
  );
}
