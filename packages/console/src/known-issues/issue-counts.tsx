import { Text } from '@mantine/core';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { useText } from '../i18n/text.ts';

type Counted = Partial<Pick<ListedKnownIssue, 'subscribers' | 'fixedForPlayers'>>;

/** Who said that they have it too, and what players said about the build that fixes it. */
export function IssueCounts({ issue }: { readonly issue: Counted }) {
  const { t } = useText();
  // A node of an earlier release does not count them.
  const { subscribers = 0, fixedForPlayers } = issue;
  const { asked = 0, yes = 0, no = 0 } = fixedForPlayers ?? {};
  return (
    <>
      {subscribers > 0 && (
        <div>
          <Text>{t('issue.subscribers', { count: subscribers })}</Text>
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
