// Not in styles.css: only this page has tabs, and it loads later.
import '@mantine/core/styles/Tabs.css';
import { Anchor, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { CopyButton } from '../ui/copy-field.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { type Game, SNIPPETS, snippets } from './snippets.ts';

export function GameCode({ game }: { readonly game: Game }) {
  const { t } = useText();
  return (
    <Stack gap="sm">
      <Tabs defaultValue={SNIPPETS[0]} keepMounted={false}>
        <Tabs.List aria-label={t('snippets.title')}>
          {SNIPPETS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`snippets.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Text mb={6}>
              {t(`snippets.${name}.text`)}
              {name === 'sdk' && (
                <>
                  {' '}
                  <Anchor href="/packages/client/README.md" underline="always">
                    {t('snippets.sdk.install')}
                  </Anchor>
                </>
              )}
            </Text>
            <Group align="flex-start" gap="xs" wrap="wrap">
              <Code block miw={0} flex="1 1 20rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {snippets[name](game)}
              </Code>
              <CopyButton value={snippets[name](game)} label={t(`snippets.${name}`)} />
            </Group>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text>
        {t('snippets.answer')}{' '}
        <AnchorLink to="/queue" underline="always">
          {t('nav.queue')}
        </AnchorLink>
      </Text>
      <Text size="sm" c="dimmed">
        {t('snippets.more')}{' '}
        <Anchor href="/docs/guide/game/README.md" size="sm" underline="always">
          {t('snippets.guide')}
        </Anchor>
        {', '}
        <Anchor href="/docs" size="sm" underline="always">
          {t('snippets.docs')}
        </Anchor>
      </Text>
    </Stack>
  );
}
