import { Checkbox, Stack, Switch, Text } from '@mantine/core';
import { LIVE_NOTIFICATION_KINDS, type LiveNotificationKind } from '@player-support/contract/enums';
import { useState } from 'react';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { askPermission, storeDesktopKinds, useDesktopKinds, usePermission } from './desktop-choice.ts';
import { showNotification } from './desktop-news.ts';

/** Stores each change at once. */
export function DesktopForm() {
  const { t } = useText();
  const { id: memberId } = useMember();
  const kinds = useDesktopKinds(memberId);
  const permission = usePermission();
  const [isRefused, setIsRefused] = useState(false);
  const isOn = kinds !== undefined && permission === 'granted';
  const switchOn = async () => {
    if ((await askPermission()) !== 'granted') return;
    try {
      showNotification(memberId, t('app.name'), t('notifications.desktop.on'));
      storeDesktopKinds(memberId, LIVE_NOTIFICATION_KINDS);
    } catch {
      // Browsers of phones have the permission, but refuse a notification of a page.
      setIsRefused(true);
    }
  };
  return (
    <Stack gap="sm">
      <Switch
        label={t('notifications.desktop.switch')}
        checked={isOn}
        disabled={permission === 'denied' || permission === 'unsupported' || isRefused}
        onChange={({ currentTarget }) =>
          currentTarget.checked ? void switchOn() : storeDesktopKinds(memberId, undefined)
        }
      />
      <Text size="sm" role="status" display={permission === 'denied' ? 'block' : 'none'}>
        {permission === 'denied' && t('notifications.desktop.denied')}
      </Text>
      {(permission === 'unsupported' || isRefused) && (
        <Text size="sm" c="dimmed">
          {t('notifications.desktop.unsupported')}
        </Text>
      )}
      {isOn && (
        <Checkbox.Group
          label={t('notifications.what')}
          value={[...kinds]}
          // The values are those of the checkboxes below.
          onChange={(chosen) => storeDesktopKinds(memberId, chosen as LiveNotificationKind[])}
        >
          <Stack gap="xs" mt="xs">
            {LIVE_NOTIFICATION_KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`notifications.${kind}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
