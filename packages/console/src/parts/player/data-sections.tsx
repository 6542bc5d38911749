import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { PlayerDataItem, PlayerDataSection } from '@player-support/contract/team/player-data';
import { useText } from '../../i18n/text.ts';
import facts from './player.module.css';
import classes from './player-data.module.css';

interface Props {
  readonly sections: readonly PlayerDataSection[];
  readonly order: 3 | 4;
}

/** Shows what a service knows about a player, as plain text. */
export function DataSections({ sections, order }: Props) {
  const { t } = useText();
  const filled = sections.filter(({ items }) => items.length > 0);
  if (filled.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        {t('player-data.empty')}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {filled.map(({ title, items }, section) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles can be the same, and nothing has a state
        <div key={section}>
          <Title order={order} size="xs" mb={4} className={classes.title}>
            <bdi>{title}</bdi>
          </Title>
          <dl className={`${facts.facts} ${classes.values}`}>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels can be the same too
              <Item key={index} item={item} />
            ))}
          </dl>
        </div>
      ))}
    </Stack>
  );
}

function Item({ item: { label, value, href } }: { readonly item: PlayerDataItem }) {
  // The server checked it too.
  const url = URL.parse(href ?? '');
  const isBlank = value.trim() === '';
  return (
    <>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd>
        {url?.protocol === 'https:' ? (
          <Anchor
            href={url.href}
            title={url.host}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            inherit
          >
            <bdi className="user-text">{isBlank ? url.host : value}</bdi>
          </Anchor>
        ) : (
          <bdi className="user-text">{isBlank ? '–' : value}</bdi>
        )}
      </dd>
    </>
  );
}
