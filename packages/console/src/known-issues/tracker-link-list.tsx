import { Anchor, Group, Text } from '@mantine/core';
import type { KnownIssueResponse } from '@player-support/contract/team/known-issues';
import { useText } from '../i18n/text.ts';
import { isolated } from '../ui/isolated.ts';

/** Shows the host of each link, because its title can be any text. */
export function TrackerLinkList({ links }: Pick<KnownIssueResponse, 'links'>) {
  const { t } = useText();
  return (
    <Group gap="md" component="ul" p={0} m={0} aria-label={t('issue.links')} style={{ listStyle: 'none' }}>
      {links.map(({ url, title }) => (
        <li key={url}>
          <Anchor href={url} target="_blank" rel="noreferrer noopener" className="user-text">
            {isolated(title)}{' '}
            <Text span size="sm" c="dimmed">
              {isolated(URL.parse(url)?.host ?? url)}
            </Text>
          </Anchor>
        </li>
      ))}
    </Group>
  );
}
