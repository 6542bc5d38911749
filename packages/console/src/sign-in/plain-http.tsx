import { Alert } from '@mantine/core';
import { useText } from '../i18n/text.ts';

/** The same hosts as on the server (http/session-cookie.ts): there, nobody else can read along. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether the server refuses passwords from this page, because the network could read them. */
export function isPlainHttp(): boolean {
  return location.protocol === 'http:' && !LOCAL_HOST.test(location.hostname);
}

/** Says so before somebody enters a password. */
export function PlainHttpAlert() {
  const { t } = useText();
  if (!isPlainHttp()) return null;
  return (
    <Alert color="red" role="alert">
      {t('sign-in.plain')}
    </Alert>
  );
}
