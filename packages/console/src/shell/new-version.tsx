import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { loadNewVersion, useNewVersion } from '../lib/console-version.ts';

export function NewVersion() {
  const { t } = useText();
  const isOffered = useNewVersion();
  return (
    <div role="status">
      {isOffered && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconRefresh size={14} aria-hidden />}
          title={t('version.new')}
          onClick={loadNewVersion}
        >
          <span className="version-text">{t('version.new')} </span>
          {t('version.reload')}
        </Button>
      )}
    </div>
  );
}
