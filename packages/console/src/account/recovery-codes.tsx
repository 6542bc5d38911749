import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { CopyButton } from '../ui/copy-field.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useText();
  useUnsaved(() => true);
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'player-support-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Alert role="alert" title={t('recovery.title')} maw="40rem">
      <Stack>
        <Text>{t('recovery.text')}</Text>
        <SimpleGrid cols={2} spacing="xs" component="ul" className="plain-list" aria-label={t('recovery.title')}>
          {codes.map((code) => (
            <li key={code}>
              <Code fz="md">{code}</Code>
            </li>
          ))}
        </SimpleGrid>
        <Group>
          <CopyButton value={text} label={t('recovery.title')} />
          <Button variant="default" onClick={download} leftSection={<IconDownload size={16} aria-hidden />}>
            {t('recovery.download')}
          </Button>
          <Button onClick={onDone}>{t('recovery.done')}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
