import { Anchor, Code, Group, List, Stack, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { CopyButton } from '../ui/copy-field.tsx';
import { AnchorLink } from '../ui/link.tsx';

/** How a game sends its first ticket, in three steps that can be pasted into a terminal. */
export function FirstTicket({ publicKey, type }: { readonly publicKey: string; readonly type: string }) {
  const { t } = useText();
  const json = `-H 'Content-Type: application/json'`;
  // Not the installation of the README: to identify again replaces its token.
  const installation = { projectPublicKey: publicKey, installationId: 'console-first-installation' };
  const identify = `TOKEN=$(curl -s ${location.origin}/api/v1/player/identify ${json} \\
  -d '${JSON.stringify(installation)}' \\
  | sed -n 's/.*"playerAccessToken":"\\([^"]*\\)".*/\\1/p')`;
  const body = { projectPublicKey: publicKey, type, subject: 'Hello', message: 'My first ticket.' };
  const create = `curl -s ${location.origin}/api/v1/tickets ${json} \\
  -H "Authorization: Bearer $TOKEN" \\
  -d '${JSON.stringify(body)}'`;
  return (
    <Stack gap="sm">
      <List type="ordered" spacing="sm" className="steps">
        <List.Item>
          <Text mb={6}>{t('first-ticket.identify')}</Text>
          <Snippet text={identify} label={t('first-ticket.identify')} />
        </List.Item>
        <List.Item>
          <Text mb={6}>{t('first-ticket.create')}</Text>
          <Snippet text={create} label={t('first-ticket.create')} />
        </List.Item>
        <List.Item>
          <Text>
            {t('first-ticket.answer')}{' '}
            <AnchorLink to="/queue" underline="always">
              {t('nav.queue')}
            </AnchorLink>
          </Text>
        </List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {t('first-ticket.docs')}{' '}
        <Anchor href="/docs" size="sm" underline="always">
          {t('first-ticket.docs.link')}
        </Anchor>
      </Text>
    </Stack>
  );
}

function Snippet({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Group align="flex-start" gap="xs" wrap="wrap">
      <Code block miw={0} flex="1 1 20rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <CopyButton value={text} label={label} />
    </Group>
  );
}
