import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../data/queries/notifications.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { RowsSkeleton } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { DesktopForm } from './desktop-form.tsx';
import { MailForm } from './mail-form.tsx';
import { TimeForm } from './time-form.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function NotificationsPage() {
  const { t } = useText();
  const { email } = useMember();
  const query = useQuery(notificationsQuery);
  const settings = query.data;
  return (
    <Page title={t('settings.notifications')}>
      {settings === undefined && query.isPending && <RowsSkeleton count={3} />}
      {settings === undefined && query.error !== null && (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      )}
      {settings !== undefined && (
        <>
          <Section title={t('notifications.desktop')} text={t('notifications.desktop.hint')}>
            <DesktopForm />
          </Section>
          <Section title={t('notifications.webhook')} text={t('notifications.webhook.hint')}>
            <WebhookForm settings={settings} />
          </Section>
          <Section
            title={t('notifications.mail')}
            {...(settings.mailAvailable ? { text: t('notifications.mail.hint', { email }) } : {})}
          >
            {settings.mailAvailable ? (
              <MailForm settings={settings} />
            ) : (
              <Text size="sm" c="dimmed">
                {t('notifications.mail.off')}
              </Text>
            )}
          </Section>
          <Section title={t('notifications.when')} text={t('notifications.when.hint')}>
            <TimeForm settings={settings} />
          </Section>
        </>
      )}
    </Page>
  );
}
