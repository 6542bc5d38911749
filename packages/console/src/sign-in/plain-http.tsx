import { Alert } from '@mantine/core';
import { useText } from '../i18n/text.ts';

/** As on the server (http/session-cookie.ts): on these hosts nobody else can read along. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The network could read passwords, so the server refuses them. */
export function isPlainHttp(): boolean {
  return location.protocol === 'http:' && !LOCAL_HOST.test(location.hostname);
}

/** Warns before somebody enters a password. */
export function PlainHttpAlert() {
  const { t } = useText();
  if (!isPlainHttp()) return null;
  return (
    <Alert color="red" role="alert">
      {t('sign-in.plain')}
    </Alert>
  );
}
